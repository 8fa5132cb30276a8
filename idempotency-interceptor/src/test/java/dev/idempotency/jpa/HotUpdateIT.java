// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Header;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.Retention;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many finalizing updates stay on their page and touch no index, by the size of the body. */
class HotUpdateIT {

  private static final Logger LOGGER = Logger.getLogger(HotUpdateIT.class.getName());

  /** Calls at work at the same time: claimed, not yet finished. */
  private static final int IN_FLIGHT = 16;

  private static final Fingerprint FINGERPRINT = Fingerprint.of(1, new byte[32]);

  private static PostgresFixture postgres;

  private final Random random = new Random(7);

  @BeforeAll
  static void open() {
    postgres = PostgresFixture.of("hibernate");
  }

  @AfterAll
  static void close() throws SQLException {
    postgres.close();
  }

  @ParameterizedTest
  @CsvSource({"0, 500, 95", "300, 2000, 95", "1024, 500, 70", "4096, 500, 95"})
  void finalizingUpdatesAreHeapOnly(int bodyBytes, int records, double leastPercent)
      throws SQLException {
    truncate();
    Queue<Fence> inFlight = new ArrayDeque<>();
    for (int i = 0; i < records; i++) {
      inFlight.add(claim());
      if (inFlight.size() == IN_FLIGHT) {
        finish(inFlight.remove(), bodyBytes);
      }
    }
    inFlight.forEach(fence -> finish(fence, bodyBytes));
    double percent = heapOnlyPercent(records);
    LOGGER.info(
        () ->
            "Bodies of %d bytes: %.1f %% of %d finalizing updates were heap-only; %s"
                .formatted(bodyBytes, percent, records, sizes()));
    assertThat(percent).isGreaterThanOrEqualTo(leastPercent);
  }

  private static Fence claim() {
    RecordIdentity identity =
        RecordIdentity.of("transfers.create", "alice", UUID.randomUUID().toString());
    Claimant claimant =
        new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", Duration.ofSeconds(30));
    postgres.transactions().inNew(() -> postgres.store().insert(identity, FINGERPRINT, claimant));
    return new Fence(identity.id(), 1, claimant.token());
  }

  private void finish(Fence fence, int bodyBytes) {
    Outcome outcome =
        Outcome.response(
            201,
            List.of(new Header("Location", "/payments/api/transfers/" + UUID.randomUUID())),
            "application/json",
            body(bodyBytes));
    postgres
        .transactions()
        .inNew(() -> postgres.store().storeOutcome(fence, outcome, Retention.FOREVER));
  }

  /** JSON of the usual kind: names that repeat, values that do not. */
  private byte[] body(int bytes) {
    StringBuilder json = new StringBuilder("[");
    while (json.length() < bytes) {
      json.append("{\"transfer_id\":\"").append(new UUID(random.nextLong(), random.nextLong()));
      json.append("\",\"amount_in_cents\":").append(random.nextInt(100_000)).append("},");
    }
    return json.substring(0, bytes).getBytes(StandardCharsets.UTF_8);
  }

  private static void truncate() throws SQLException {
    try (Connection connection = TestDatabase.get().application("").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("TRUNCATE idempotency_record CASCADE");
    }
    try (Connection connection = TestDatabase.get().superuser().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SELECT pg_stat_reset_single_table_counters('shop.idempotency_record'::regclass)");
    }
  }

  /** Sessions report what they did when they end, at the latest. */
  private static double heapOnlyPercent(int records) throws SQLException {
    postgres.pool().close();
    try (Connection connection = TestDatabase.get().superuser().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_stat_clear_snapshot()");
      try (ResultSet row =
          statement.executeQuery(
              "SELECT n_tup_upd, 100.0 * n_tup_hot_upd / greatest(n_tup_upd, 1)"
                  + " FROM pg_stat_user_tables WHERE relname = 'idempotency_record'")) {
        row.next();
        assertThat(row.getLong(1)).isEqualTo(records);
        return row.getDouble(2);
      }
    }
  }

  private static String sizes() {
    try (Connection connection = TestDatabase.get().superuser().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT pg_size_pretty(pg_relation_size('shop.idempotency_record')) || ' heap, '"
                    + " || pg_size_pretty(pg_indexes_size('shop.idempotency_record'))"
                    + " || ' indexes, ' || pg_size_pretty(pg_total_relation_size("
                    + "'shop.idempotency_record')) || ' in all'")) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException("sizes cannot be read", e);
    }
  }
}
