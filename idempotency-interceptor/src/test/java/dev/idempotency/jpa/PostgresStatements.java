// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.UnreadableRecordException;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Header;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.Transactions.End;
import jakarta.persistence.EntityManager;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract cannot say: what our statements do on PostgreSQL, under each provider. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PostgresStatements {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Fingerprint FINGERPRINT = Fingerprint.of(1, new byte[32]);
  private static final Outcome CREATED =
      Outcome.response(
          201,
          List.of(new Header("Location", "/transfers/1")),
          "application/json",
          "{\"id\":1}".getBytes(StandardCharsets.UTF_8));

  private final String unit;
  private final PostgresFixture postgres;
  private final RecordStore store;

  PostgresStatements(String unit) {
    this.unit = unit;
    this.postgres = PostgresFixture.of(unit);
    this.store = postgres.store();
  }

  @AfterAll
  void close() throws SQLException {
    postgres.close();
  }

  private static RecordIdentity newIdentity() {
    return RecordIdentity.of("postgres.test", "alice", UUID.randomUUID().toString());
  }

  private static Claimant claimant() {
    return new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", LONG);
  }

  private <T> T inNew(Supplier<T> work) {
    return postgres.transactions().inNew(work);
  }

  private Fence claim() {
    return claim(newIdentity());
  }

  private Fence claim(RecordIdentity identity) {
    Claimant claimant = claimant();
    assertThat(inNew(() -> store.insert(identity, FINGERPRINT, claimant))).isTrue();
    return new Fence(identity.id(), 1, claimant.token());
  }

  private void finish(Fence fence, Outcome outcome) {
    assertThat(inNew(() -> store.storeOutcome(fence, outcome, Retention.FOREVER))).isTrue();
  }

  private String setting(String name) {
    return (String)
        postgres
            .entityManager()
            .createNativeQuery("SELECT current_setting('" + name + "') AS value")
            .getSingleResult();
  }

  private static int change(String sql, Object... parameters) throws SQLException {
    try (Connection connection = TestDatabase.get().application("").getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    }
  }

  /** P5: the wait is limited before the row is tried. */
  @Nested
  class WhenClaiming {

    @Test
    void theWaitIsLimitedByTheClaimingStatementItself() {
      List<String> before = List.of("0");
      RecordIdentity identity = newIdentity();
      inNew(
          () -> {
            assertThat(List.of(setting("lock_timeout"))).isEqualTo(before);
            assertThat(store.insert(identity, FINGERPRINT, claimant())).isTrue();
            assertThat(setting("lock_timeout")).isEqualTo("1s");
            return true;
          });
      assertThat(inNew(() -> setting("lock_timeout"))).isEqualTo("0");
    }

    @Test
    void aRecordThatIsSeenIsNotTried() {
      RecordIdentity identity = newIdentity();
      claim(identity);
      inNew(
          () -> {
            assertThat(store.insert(identity, FINGERPRINT, claimant())).isFalse();
            assertThat(setting("lock_timeout")).isEqualTo("0");
            return true;
          });
    }

    @Test
    void anothersUncommittedClaimIsWaitedForAboutASecond() {
      RecordIdentity identity = newIdentity();
      Duration[] waited = new Duration[1];
      inNew(
          () -> {
            store.insert(identity, FINGERPRINT, claimant());
            long start = System.nanoTime();
            StoreException failure =
                catchThrowableOfType(
                    StoreException.class,
                    () -> inNew(() -> store.insert(identity, FINGERPRINT, claimant())));
            waited[0] = Duration.ofNanos(System.nanoTime() - start);
            assertThat(failure.kind()).isEqualTo(StoreException.Kind.LOCK_TIMEOUT);
            return true;
          });
      assertThat(waited[0]).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(4));
    }

    /** The plan puts the limit below the insert, whichever way the parameters are planned. */
    @ParameterizedTest
    @ValueSource(strings = {"force_custom_plan", "force_generic_plan"})
    void thePlannerKeepsTheLimitBelowTheInsert(String mode) throws SQLException {
      try (Connection connection =
          TestDatabase.get().application("-c plan_cache_mode=" + mode).getConnection()) {
        List<String> plan = RawSql.explain(connection, RecordSql.INSERT, insertParameters());
        assertThat(plan.get(0)).contains("Insert on");
        assertThat(plan)
            .anyMatch(line -> line.contains("set_config('lock_timeout'"))
            .anyMatch(line -> line.contains("One-Time Filter: (NOT"));
      }
    }

    private Object[] insertParameters() {
      return new Object[] {
        UUID.randomUUID().toString(),
        "a",
        "b",
        1,
        new byte[32],
        "S",
        UUID.randomUUID().toString(),
        UUID.randomUUID().toString(),
        "n",
        "PT30S"
      };
    }
  }

  /** P19: "changes nothing outside a transaction". */
  @Nested
  class WhenStoringTheOutcome {

    @Test
    void aStatementOnItsOwnChangesNothingThoughItsFenceFits() throws SQLException {
      Fence fence = claim();
      try (Connection connection = TestDatabase.get().application("").getConnection()) {
        assertThat(RawSql.change(connection, RecordSql.STORE_OUTCOME, outcome(fence))).isZero();
        RawSql.run(connection, RecordSql.ASSIGN_TRANSACTION_ID);
        assertThat(RawSql.change(connection, RecordSql.STORE_OUTCOME, outcome(fence))).isZero();
        connection.setAutoCommit(false);
        RawSql.run(connection, RecordSql.ASSIGN_TRANSACTION_ID);
        assertThat(RawSql.change(connection, RecordSql.STORE_OUTCOME, outcome(fence))).isOne();
      }
    }

    private Object[] outcome(Fence fence) {
      return new Object[] {
        fence.id().toString(),
        fence.attempt(),
        fence.token().toString(),
        "IN_PROGRESS",
        "SUCCEEDED",
        null,
        "VALUE",
        0,
        null,
        null,
        null,
        null,
        null
      };
    }

    @Test
    void workThatWroteNothingIsNoObstacle() {
      Fence fence = claim();
      finish(fence, CREATED);
      assertThat(committed(fence).state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void itCommitsInTheTransactionOfTheBusinessRows() throws SQLException {
      Fence fence = claim();
      String row = UUID.randomUUID().toString();
      inNew(
          () -> {
            postgres.entityManager().persist(new BusinessRow(row, row));
            return store.storeOutcome(fence, CREATED, Retention.FOREVER);
          });
      String both =
          "UPDATE business_row b SET reference = reference FROM idempotency_record r"
              + " WHERE b.id = ? AND r.id = ? AND b.xmin::text = r.xmin::text";
      assertThat(change(both, row, fence.id().value())).isOne();
    }

    @Test
    void businessRowsThatAreRefusedShowBeforeTheOutcomeIsWritten() {
      Fence fence = claim();
      String row = UUID.randomUUID().toString();
      inNew(
          () -> {
            postgres.entityManager().persist(new BusinessRow(row, row));
            return true;
          });
      Throwable failure =
          catchThrowable(
              () ->
                  inNew(
                      () -> {
                        EntityManager entities = postgres.entityManager();
                        entities.persist(new BusinessRow(UUID.randomUUID().toString(), row));
                        return store.storeOutcome(fence, CREATED, Retention.FOREVER);
                      }));
      assertThat(failure).isInstanceOf(StoreException.class).hasMessageContaining("23505");
      assertThat(failure).hasMessageNotContaining(row);
      assertThat(committed(fence).state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    void theApplicationsEntitiesStayManaged() {
      Fence fence = claim();
      String row = UUID.randomUUID().toString();
      inNew(
          () -> {
            EntityManager entities = postgres.entityManager();
            BusinessRow entity = new BusinessRow(row, row);
            entities.persist(entity);
            store.storeOutcome(fence, CREATED, Retention.FOREVER);
            assertThat(entities.isOpen()).isTrue();
            assertThat(entities.contains(entity)).isTrue();
            assertThat(entities.find(BusinessRow.class, row)).isSameAs(entity);
            return true;
          });
    }
  }

  /** Design, "Speed": one statement claims; a replay is that one and a read. */
  @Nested
  class CountingStatements {

    @Test
    void aFirstClaimIsOne() {
      RecordIdentity identity = newIdentity();
      assertThat(statements(() -> store.insert(identity, FINGERPRINT, claimant()))).hasSize(1);
    }

    @Test
    void aReplayIsTwo() {
      RecordIdentity identity = newIdentity();
      finish(claim(identity), CREATED);
      List<String> statements =
          statements(
              () ->
                  !store.insert(identity, FINGERPRINT, claimant())
                      && store.read(identity.id()).isPresent());
      assertThat(statements).hasSize(2);
    }

    @Test
    void anOutcomeIsOneBesideTheBusinessRows() {
      Fence fence = claim();
      String row = UUID.randomUUID().toString();
      List<String> statements =
          statements(
              () -> {
                postgres.entityManager().persist(new BusinessRow(row, row));
                return store.storeOutcome(fence, CREATED, Retention.FOREVER);
              });
      assertThat(statements).hasSize(2);
      assertThat(statements.get(0)).contains("business_row");
      assertThat(statements.get(1)).startsWith("UPDATE idempotency_record");
    }

    @Test
    void anOutcomeOfWorkThatWroteNothingIsThree() {
      Fence fence = claim();
      assertThat(statements(() -> store.storeOutcome(fence, CREATED, Retention.FOREVER)))
          .hasSize(3);
    }

    @Test
    void aMarkIsOne() {
      Fence fence = claim();
      assertThat(statements(() -> store.markRetryable(fence, Retention.FOREVER))).hasSize(1);
    }

    private List<String> statements(Supplier<Boolean> work) {
      inNew(() -> true);
      postgres.pool().drainExecuted();
      assertThat(inNew(work)).isTrue();
      return List.copyOf(postgres.pool().drainExecuted());
    }
  }

  /** P4: short transactions are READ COMMITTED, whatever the database's default is. */
  @Nested
  class WithAnotherDefaultIsolation {

    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    void claimsAreReadCommittedAllTheSame(String level) throws SQLException {
      String option = "-c default_transaction_isolation=" + level.replace(" ", "\\ ");
      try (PostgresFixture other = PostgresFixture.of(unit, option)) {
        RecordIdentity identity = newIdentity();
        Fence fence = claim(identity);
        RecordState seen =
            other
                .transactions()
                .inNew(
                    () -> {
                      assertThat(other.store().read(identity.id())).isPresent();
                      finish(fence, CREATED);
                      assertThat(other.store().insert(identity, FINGERPRINT, claimant())).isFalse();
                      return other.store().lock(identity.id()).orElseThrow().state();
                    });
        assertThat(seen).isEqualTo(RecordState.SUCCEEDED);
      }
    }

    @Test
    void aBusinessTransactionKeepsItsLevel() throws SQLException {
      String option = "-c default_transaction_isolation=serializable";
      try (PostgresFixture other = PostgresFixture.of(unit, option)) {
        String[] level = new String[1];
        End end =
            other
                .transactions()
                .inBusiness(
                    () ->
                        level[0] =
                            (String)
                                other
                                    .entityManager()
                                    .createNativeQuery(
                                        "SELECT current_setting('transaction_isolation') AS level")
                                    .getSingleResult())
                .end();
        assertThat(end).isEqualTo(End.COMMITTED);
        assertThat(level).containsExactly("serializable");
      }
    }

    @Test
    void anOutcomeOlderThanTheTakeoverIsASerializationFailure() throws SQLException {
      String option = "-c default_transaction_isolation=repeatable\\ read";
      try (PostgresFixture other = PostgresFixture.of(unit, option)) {
        Fence fence = claim();
        StoreException[] failure = new StoreException[1];
        other
            .transactions()
            .inBusiness(
                () -> {
                  other.store().read(fence.id());
                  inNew(() -> store.markRetryable(fence, Retention.FOREVER));
                  failure[0] =
                      catchThrowableOfType(
                          StoreException.class,
                          () -> other.store().storeOutcome(fence, CREATED, Retention.FOREVER));
                });
        assertThat(failure[0].kind()).isEqualTo(StoreException.Kind.SERIALIZATION);
      }
    }

    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    void p41_aSoleClaimOlderThanAnotherClaimIsASerializationFailure(String level)
        throws SQLException {
      String option = "-c default_transaction_isolation=" + level.replace(" ", "\\ ");
      try (PostgresFixture other = PostgresFixture.of(unit, option)) {
        RecordIdentity identity = newIdentity();
        StoreException[] failure = new StoreException[1];
        other
            .transactions()
            .inBusiness(
                () -> {
                  assertThat(other.store().read(identity.id())).isEmpty();
                  claim(identity);
                  failure[0] =
                      catchThrowableOfType(
                          StoreException.class,
                          () -> other.store().insertAlone(identity, FINGERPRINT, claimant()));
                });
        assertThat(failure[0].kind()).isEqualTo(StoreException.Kind.SERIALIZATION);
      }
    }
  }

  @Nested
  class WhenTheRowCannotBeUnderstood {

    @ParameterizedTest
    @CsvSource({
      "status = 'PAUSED', PAUSED",
      "outcome_kind = 'STREAM', STREAM",
      "response_headers = '[[\"Location\"]]', headers",
      "response_headers = 'Location: /', headers",
      "response_headers = '{}', headers",
      "response_headers = '[[1;2]]', headers",
      "fingerprint = '\\x00', 1 bytes",
      "response_status = 99999, status",
      "fingerprint_version = 0, version 0",
      "media_type = NULL, without a media type",
      "body = NULL, without a body",
      "response_status = NULL, status"
    })
    void itIsRefusedWithTheReason(String damage, String reason) throws SQLException {
      Fence fence = claim();
      finish(fence, CREATED);
      String update = "UPDATE idempotency_record SET " + damage.replace(';', ',') + " WHERE id = ?";
      assertThat(change(update, fence.id().value())).isOne();
      for (Supplier<?> reading :
          List.<Supplier<?>>of(() -> store.read(fence.id()), () -> store.lock(fence.id()))) {
        assertThat(catchThrowable(() -> inNew(reading)))
            .isInstanceOf(UnreadableRecordException.class)
            .hasMessageContaining(reason)
            .hasMessageContaining(fence.id().toString());
      }
    }
  }

  @Nested
  class TheEntity {

    @Test
    void hasWhatAnOperatorLooksFor() {
      Instant before = Instant.now().minusSeconds(60);
      RecordIdentity identity = newIdentity();
      finish(claim(identity), CREATED);
      IdempotencyRecord record =
          inNew(
              () -> postgres.entityManager().find(IdempotencyRecord.class, identity.id().value()));
      assertThat(record.getId()).isEqualTo(identity.id().value());
      assertThat(record.getOperation()).isEqualTo("postgres.test");
      assertThat(record.getScope()).isEqualTo("alice");
      assertThat(record.getState()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(record.getOutcomeKind()).isEqualTo(OutcomeKind.RESPONSE);
      assertThat(record.getResponseStatus()).isEqualTo(201);
      assertThat(record.getOwnerNode()).isEqualTo("node-1");
      assertThat(record.getAttempt()).isEqualTo(1);
      assertThat(record.isRetryable()).isFalse();
      assertThat(record.getExpires()).isNull();
      assertThat(record.getRecoveryPoint()).isNull();
      assertThat(record.getFailureType()).isNull();
      assertThat(record.getFailureMessage()).isNull();
      assertThat(record.getFirstSeen())
          .isEqualTo(record.getStarted())
          .isEqualTo(record.getClaimed());
      assertThat(record.getFirstSeen().toInstant()).isAfter(before);
      assertThat(record.getFinished()).isAfterOrEqualTo(record.getClaimed());
      assertThat(record.getLeaseUntil()).isEqualTo(record.getClaimed().plus(LONG));
      assertThat(record.getStarted().toInstant())
          .isEqualTo(
              committed(new Fence(identity.id(), 1, UUID.randomUUID())).timing().startedAt());
    }

    /** No second-level cache: what another node changed is seen at once. */
    @Test
    void isNeverStaleInANewTransaction() {
      Fence fence = claim();
      assertThat(inNew(() -> find(fence).getState())).isEqualTo(RecordState.IN_PROGRESS);
      finish(fence, CREATED);
      assertThat(inNew(() -> find(fence).getState())).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void isListedByOperationAndTime() {
      Fence fence = claim();
      OffsetDateTime since = OffsetDateTime.now(ZoneOffset.UTC).minusHours(1);
      List<IdempotencyRecord> records =
          inNew(
              () ->
                  postgres
                      .entityManager()
                      .createQuery(
                          "select r from IdempotencyRecord r where r.operation = :operation"
                              + " and r.firstSeen >= :since and r.state = :state"
                              + " order by r.firstSeen",
                          IdempotencyRecord.class)
                      .setParameter("operation", "postgres.test")
                      .setParameter("since", since)
                      .setParameter("state", RecordState.IN_PROGRESS)
                      .getResultList());
      assertThat(records).extracting(IdempotencyRecord::getId).contains(fence.id().value());
    }

    private IdempotencyRecord find(Fence fence) {
      return postgres.entityManager().find(IdempotencyRecord.class, fence.id().value());
    }
  }

  private StoredRecord committed(Fence fence) {
    return inNew(() -> store.read(fence.id())).orElseThrow();
  }
}
