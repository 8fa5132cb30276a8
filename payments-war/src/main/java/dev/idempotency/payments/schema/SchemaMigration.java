// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.schema;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import javax.sql.DataSource;

/**
 * Migrates the schema while the application starts, before it takes requests. A failure fails the
 * deployment. Nodes that start together wait for one another.
 */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class SchemaMigration {

  // By a reference that each server maps to its own name: see the descriptors in WEB-INF.
  @Resource(name = "jdbc/payments")
  private DataSource dataSource;

  @PostConstruct
  void migrate() {
    Schema.migrate(dataSource);
  }
}
