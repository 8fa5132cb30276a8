// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.schema;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * The scripts of the library and of the sample. Each set has a history of its own, so that both can
 * count their versions from 1.
 */
final class Schema {

  private Schema() {}

  static void migrate(DataSource dataSource) {
    migrate(dataSource, "classpath:db/idempotency", "idempotency_schema_history");
    migrate(dataSource, "classpath:db/payments", "payments_schema_history");
  }

  private static void migrate(DataSource dataSource, String scripts, String history) {
    Flyway.configure(Schema.class.getClassLoader())
        .dataSource(dataSource)
        .locations(scripts)
        .failOnMissingLocations(true)
        .table(history)
        // The schema may hold the other set's tables already: begin below the first version.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
  }
}
