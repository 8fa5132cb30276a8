// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoredRecord;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * P29: what happens between the moment as of which a renewal sees the records and its lock. The
 * statement is held there by a {@code clock_timestamp()} of the test's own, found before
 * PostgreSQL's, which waits for an advisory lock.
 */
class RenewalRaceIT {

  private static final int PATIENCE_SECONDS = 10;
  private static final long HOLD = 4711;
  private static final Fingerprint FINGERPRINT = Fingerprint.of(1, new byte[32]);

  private static PostgresFixture postgres;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @BeforeAll
  static void open() throws SQLException {
    postgres = PostgresFixture.of("eclipselink");
    try (Connection connection = TestDatabase.get().application("").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA holding");
      statement.execute(
          """
          CREATE FUNCTION holding.clock_timestamp() RETURNS timestamptz LANGUAGE plpgsql VOLATILE
          AS 'BEGIN
                PERFORM pg_advisory_xact_lock_shared(%d);
                RETURN pg_catalog.clock_timestamp();
              END'"""
              .formatted(HOLD));
    }
  }

  @AfterAll
  static void close() throws SQLException {
    postgres.close();
  }

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private static RecordStore store() {
    return postgres.store();
  }

  private static Claimant claimant() {
    return new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", Duration.ofMinutes(5));
  }

  private static Fence claim() {
    RecordIdentity identity = RecordIdentity.of("race.test", "a", UUID.randomUUID().toString());
    Claimant claimant = claimant();
    postgres.transactions().inNew(() -> store().insert(identity, FINGERPRINT, claimant));
    return new Fence(identity.id(), 1, claimant.token());
  }

  private static boolean takeOver(Fence fence) {
    return postgres
        .transactions()
        .inNew(
            () -> {
              StoredRecord seen = store().lock(fence.id()).orElseThrow();
              return store().claimAgain(seen, claimant());
            });
  }

  private int renewedThough(Fence fence, Runnable meanwhile) throws Exception {
    try (Connection holder = TestDatabase.get().application("").getConnection();
        Statement hold = holder.createStatement()) {
      hold.execute("SELECT pg_advisory_lock(" + HOLD + ")");
      Future<Integer> renewal = threads.submit(() -> renewSlowly(fence));
      await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> somebodyIsHeld(hold));
      meanwhile.run();
      hold.execute("SELECT pg_advisory_unlock(" + HOLD + ")");
      return renewal.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static boolean somebodyIsHeld(Statement statement) throws SQLException {
    try (ResultSet waiting =
        statement.executeQuery(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) {
      return waiting.next();
    }
  }

  private static int renewSlowly(Fence fence) throws SQLException {
    String path = "-c search_path=holding,pg_catalog," + TestDatabase.SCHEMA;
    try (Connection connection = TestDatabase.get().application(path).getConnection()) {
      return RawSql.change(
          connection,
          LeaseSql.RENEW,
          fence.id().toString(),
          Long.toString(fence.attempt()),
          fence.token().toString(),
          "PT5M",
          "IN_PROGRESS");
    }
  }

  @Test
  void withoutARaceTheHeldStatementRenews() throws Exception {
    assertThat(renewedThough(claim(), () -> {})).isOne();
  }

  @Test
  void aTakeoverThatCommitsMeanwhileIsNoticedUnderTheLock() throws Exception {
    Fence fence = claim();
    assertThat(renewedThough(fence, () -> assertThat(takeOver(fence)).isTrue())).isZero();
  }

  @Test
  void soIsAClaimAfterTheRecordWasGivenBack() throws Exception {
    Fence fence = claim();
    Runnable givenBackAndClaimed =
        () -> {
          postgres
              .transactions()
              .inNew(() -> store().markRetryable(fence, Retention.of(Duration.ofMinutes(5))));
          assertThat(takeOver(fence)).isTrue();
        };
    assertThat(renewedThough(fence, givenBackAndClaimed)).isZero();
  }

  @Test
  void anOutcomeThatCommitsMeanwhileIsNotWaitedFor() throws Exception {
    Fence fence = claim();
    Runnable finished =
        () ->
            assertThat(
                    postgres
                        .transactions()
                        .inNew(() -> store().markRetryable(fence, Retention.FOREVER)))
                .isTrue();
    assertThat(renewedThough(fence, finished)).isLessThanOrEqualTo(1);
  }
}
