// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.node.Layout;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Leash;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresIT {

  @TempDir static Path folder;

  private static final List<String> TOLD = new CopyOnWriteArrayList<>();
  private static final Leash LEASH = new Leash();
  private static final Keeper KEEPER = new Keeper(LEASH, TOLD::add, "http://localhost:1");

  private static Postgres postgres;

  @BeforeAll
  static void prepare() {
    postgres = server(Map.of());
  }

  @BeforeEach
  void start() {
    TOLD.clear();
    postgres.start();
  }

  @AfterAll
  static void end() {
    postgres.close();
    LEASH.close();
  }

  private static Postgres server(Map<String, String> settings) {
    return new Postgres(
        new PostgresFiles(
            Layout.ofThisBuild().binaries(),
            folder.resolve("data"),
            folder.resolve("postgres.log")),
        Ports.free(),
        settings,
        KEEPER);
  }

  private static String query(String sql) throws SQLException {
    try (Connection connection = postgres.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = postgres.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fsync, on",
    "synchronous_commit, on",
    "full_page_writes, on",
    "idle_in_transaction_session_timeout, 30s",
    "tcp_keepalives_idle, 10",
    "tcp_keepalives_interval, 5",
    "tcp_keepalives_count, 3",
    "server_encoding, UTF8"
  })
  void theSessionOfTheApplicationHasTheSetting(String name, String value) throws SQLException {
    assertThat(query("SHOW " + name)).isEqualTo(value);
  }

  @Test
  void theApplicationOwnsItsDatabaseAndSchemaAndIsNoSuperuser() throws SQLException {
    assertThat(query("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")).isEqualTo("f");
    assertThat(
            query(
                "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname ="
                    + " current_database()"))
        .isEqualTo("payments");
    assertThat(query("SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'public'"))
        .isEqualTo("payments");
  }

  @Test
  void whatWasCommittedOutlivesAStopAnImmediateStopAndAKill() throws SQLException {
    execute("CREATE TABLE kept (n int)");
    List<Runnable> ends = List.of(postgres::stop, postgres::stopImmediate, postgres::kill9);
    for (Runnable end : ends) {
      execute("INSERT INTO kept VALUES (1)");
      end.run();
      assertThat(postgres.isRunning()).isFalse();
      postgres.start();
    }
    assertThat(query("SELECT count(*) FROM kept")).isEqualTo("3");
  }

  @Test
  void anEndThatNobodyOrderedIsToldWithTheCommandThatStartsItAgain() {
    long pid = postgres.pid();
    Signal.KILL.sendTo(pid);

    await().atMost(Duration.ofSeconds(20)).until(() -> !TOLD.isEmpty());

    assertThat(TOLD)
        .singleElement()
        .asString()
        .contains("PostgreSQL (pid " + pid + ") ended by signal 9")
        .contains("curl -X POST http://localhost:1/postgres/start");
  }

  @Test
  void anotherStandOnTheSameDataIsRefused() {
    Postgres second = server(Map.of());

    assertThatThrownBy(second::start)
        .isInstanceOf(StandException.class)
        .hasMessageContaining("Another stand uses the folder");
    assertThat(postgres.isRunning()).isTrue();
  }

  @Test
  void aServerThatAKilledStandLeftBehindIsStoppedFirst() throws SQLException {
    postgres.close();
    long leftBehind = new LeftBehind(folder).start();

    postgres.start();

    await().atMost(Duration.ofSeconds(20)).until(() -> ProcessHandle.of(leftBehind).isEmpty());
    assertThat(TOLD).anyMatch(line -> line.contains("earlier run (pid " + leftBehind + ")"));
    assertThat(query("SELECT 1")).isEqualTo("1");
  }

  @Test
  void aSettingOfTheCallerReplacesTheStandsOwn() throws SQLException {
    postgres.close();
    Postgres tuned = server(Map.of("max_connections", "37"));
    try (tuned) {
      tuned.start();
      try (Connection connection = tuned.dataSource().getConnection();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SHOW max_connections")) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("37");
      }
    }
  }
}
