// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SchemaIT {

  private static final int NODES = 4;

  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setServerConfig("max_connections", "50").start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    execute("drop schema public cascade", "create schema public");
  }

  @Test
  void createsTheTablesOfTheLibraryAndOfTheSample() throws SQLException {
    Schema.migrate(database());

    assertThat(column("select tablename from pg_tables where schemaname = 'public'"))
        .contains("idempotency_record", "transfer")
        .contains("idempotency_schema_history", "payments_schema_history");
  }

  @Test
  void changesNothingTheSecondTime() throws SQLException {
    Schema.migrate(database());
    execute(
        "insert into transfer"
            + " values (gen_random_uuid(), 'o', 'SETTLED', 'n', '1', 1, '1', '1', '1', 'c')");
    Schema.migrate(database());

    assertThat(column("select count(*) from transfer")).containsExactly("1");
  }

  @RepeatedTest(5)
  void migratesOnceHoweverManyNodesStartTogether() throws Exception {
    CyclicBarrier together = new CyclicBarrier(NODES);
    Callable<Void> node =
        () -> {
          together.await();
          Schema.migrate(database());
          return null;
        };
    ExecutorService nodes = Executors.newFixedThreadPool(NODES);
    try {
      for (Future<Void> started : nodes.invokeAll(Collections.nCopies(NODES, node))) {
        started.get(60, TimeUnit.SECONDS);
      }
    } finally {
      nodes.shutdownNow();
    }
    assertThat(
            column(
                "select script from payments_schema_history where type = 'SQL' order by version"))
        .containsExactly("V1__transfer.sql", "V2__transfer_steps.sql", "V3__ledger.sql");
  }

  @Test
  void needsNoMoreThanOneConnection() throws SQLException {
    PoolOfOne pool = new PoolOfOne(database());
    Schema.migrate(pool.dataSource());

    assertThat(column("select count(*) from transfer")).containsExactly("0");
  }

  private static DataSource database() {
    return postgres.getPostgresDatabase();
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> column(String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
