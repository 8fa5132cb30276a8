// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.Protocol;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.ActiveTransaction;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Call;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.GuardedWork;
import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.LeaseTerms;
import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.Operation;
import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Renewals;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoredRecord;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * P29, P30: what happens between the moment as of which a statement sees the tables and its lock.
 * The statement is held there by a {@code clock_timestamp()} of the test's own, found before
 * PostgreSQL's, which waits for an advisory lock.
 */
@Timeout(60)
class RenewalRaceIT {

  private static final int PATIENCE_SECONDS = 10;
  private static final long HOLD = 4711;
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final String HELD_PATH =
      "-c search_path=holding,pg_catalog," + TestDatabase.SCHEMA;
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
                PERFORM pg_advisory_lock_shared(%1$d), pg_advisory_unlock_shared(%1$d);
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

  private static Claimant claimant(Duration staleAfter) {
    return new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", staleAfter);
  }

  private static Fence claim() {
    RecordIdentity identity = RecordIdentity.of("race.test", "a", UUID.randomUUID().toString());
    return claim(identity, LONG);
  }

  private static Fence claim(RecordIdentity identity, Duration staleAfter) {
    Claimant claimant = claimant(staleAfter);
    postgres.transactions().inNew(() -> store().insert(identity, FINGERPRINT, claimant));
    return new Fence(identity.id(), 1, claimant.token());
  }

  private static boolean takeOver(Fence fence) {
    return postgres
        .transactions()
        .inNew(
            () -> {
              StoredRecord seen = store().lock(fence.id()).orElseThrow();
              return store().claimAgain(seen, claimant(LONG));
            });
  }

  private int renewedThough(Fence fence, Runnable meanwhile) throws Exception {
    return held(() -> renewSlowly(fence), meanwhile);
  }

  /** Holds a statement of another thread while something else commits. */
  private <T> T held(Callable<T> statement, Runnable meanwhile) throws Exception {
    try (Connection holder = TestDatabase.get().application("").getConnection();
        Statement hold = holder.createStatement()) {
      hold.execute("SELECT pg_advisory_lock(" + HOLD + ")");
      Future<T> running = threads.submit(statement);
      await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> somebodyIsHeld(hold));
      meanwhile.run();
      hold.execute("SELECT pg_advisory_unlock(" + HOLD + ")");
      return running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
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
    try (Connection connection = TestDatabase.get().application(HELD_PATH).getConnection()) {
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

  /** P30: a taker's locking statement began before the renewal that it must respect. */
  @Test
  void aTakerNoticesARenewalThatCommitsBeforeItsLock() throws Exception {
    RecordIdentity identity = RecordIdentity.of("race.test", "a", UUID.randomUUID().toString());
    Fence fence = claim(identity, SHORT);
    await().until(() -> find(fence).timing().leaseIsDead());
    try (PostgresFixture taker = PostgresFixture.of("eclipselink", HELD_PATH)) {
      Answer answer =
          protocolWhereTheLockIsHeld(taker, () -> renewNow(fence))
              .execute(call(identity), never(GuardedWork.class));
      assertThat(answer)
          .isInstanceOfSatisfying(
              Answer.Refused.class,
              refused -> assertThat(refused.reason()).isInstanceOf(KeyInProgressException.class));
    }
    assertThat(find(fence).fence()).isEqualTo(fence);
  }

  private static StoredRecord find(Fence fence) {
    return postgres.transactions().inNew(() -> store().read(fence.id())).orElseThrow();
  }

  private static void renewNow(Fence fence) {
    List<LeaseStore.Renewal> due = List.of(new LeaseStore.Renewal(fence, LONG));
    assertThat(postgres.transactions().inNew(() -> postgres.leases().renew(due))).hasSize(1);
  }

  /** The protocol as it is; while its statement that locks is under way, something commits. */
  private Protocols protocolWhereTheLockIsHeld(PostgresFixture taker, Runnable meanwhile) {
    RecordStore store = taker.store();
    InvocationHandler holding =
        (proxy, method, arguments) -> {
          if (!method.getName().equals("lock")) {
            return method.invoke(store, arguments);
          }
          try (Connection holder = TestDatabase.get().application("").getConnection();
              Statement hold = holder.createStatement()) {
            hold.execute("SELECT pg_advisory_lock(" + HOLD + ")");
            Future<?> release = threads.submit(() -> releaseAfter(hold, meanwhile));
            Object locked = method.invoke(store, arguments);
            release.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return locked;
          }
        };
    return new Protocols(
        proxy(RecordStore.class, holding),
        taker.steps(),
        taker.operators(),
        new Renewals(taker.leases(), taker.transactions(), (delay, task) -> {}, System::nanoTime),
        taker.transactions(),
        new NodeSettings("taker", 1),
        Runnable::run,
        pause -> {},
        System::nanoTime);
  }

  private static boolean releaseAfter(Statement hold, Runnable meanwhile) throws SQLException {
    try {
      await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> somebodyIsHeld(hold));
      meanwhile.run();
    } finally {
      hold.execute("SELECT pg_advisory_unlock(" + HOLD + ")");
    }
    return true;
  }

  private static Call call(RecordIdentity identity) {
    Fingerprints fingerprints =
        new Fingerprints() {
          @Override
          public Fingerprint current() {
            return FINGERPRINT;
          }

          @Override
          public Optional<Fingerprint> under(int version) {
            return Optional.of(FINGERPRINT);
          }
        };
    Operation operation =
        new Operation(
            "race.test",
            Protocol.TWO_TRANSACTIONS,
            new LeaseTerms(LONG, LONG),
            Retention.FOREVER,
            Duration.ofSeconds(5),
            Duration.ZERO,
            OutcomePolicy.DEFAULTS);
    return new Call(identity, fingerprints, operation, ActiveTransaction.CALLERS);
  }

  private static <T> T never(Class<T> type) {
    return proxy(
        type,
        (proxy, method, arguments) -> {
          throw new AssertionError("the taker ran the work beside a live owner");
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
