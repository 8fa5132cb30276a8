// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.LeaseStore.Renewal;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.Transactions.End;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What renewals do on PostgreSQL beyond the contract, under each provider. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LeaseStatements {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Fingerprint FINGERPRINT = Fingerprint.of(1, new byte[32]);

  private final String unit;
  private final PostgresFixture postgres;

  LeaseStatements(String unit) {
    this.unit = unit;
    this.postgres = PostgresFixture.of(unit);
  }

  @AfterAll
  void close() throws SQLException {
    postgres.close();
  }

  private <T> T inNew(Supplier<T> work) {
    return postgres.transactions().inNew(work);
  }

  private Fence claim() {
    RecordIdentity identity =
        RecordIdentity.of("lease.test", "alice", UUID.randomUUID().toString());
    Claimant claimant = new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", LONG);
    assertThat(inNew(() -> postgres.store().insert(identity, FINGERPRINT, claimant))).isTrue();
    return new Fence(identity.id(), 1, claimant.token());
  }

  private Set<Fence> renew(Fence... fences) {
    List<Renewal> due = List.of(fences).stream().map(fence -> new Renewal(fence, LONG)).toList();
    return inNew(() -> postgres.leases().renew(due));
  }

  private List<String> statementsOf(Runnable work) {
    inNew(() -> true);
    postgres.pool().drainExecuted();
    work.run();
    return List.copyOf(postgres.pool().drainExecuted());
  }

  @Test
  void aRenewalOfManyCallsIsOneStatement() {
    Fence[] fences = {claim(), claim(), claim()};
    assertThat(statementsOf(() -> renew(fences)))
        .singleElement()
        .asString()
        .startsWith("INSERT INTO idempotency_lease");
  }

  @Test
  void whichWereSkippedIsAskedOnlyThen() {
    Fence held = claim();
    Fence lost = new Fence(claim().id(), 2, UUID.randomUUID());
    renew(held);
    assertThat(statementsOf(() -> assertThat(renew(held, lost)).containsExactly(held))).hasSize(2);
    assertThat(statementsOf(() -> assertThat(renew(lost)).isEmpty())).hasSize(1);
  }

  /** P29: a renewal changes nothing of the row that the owner's transaction is about to change. */
  @ParameterizedTest
  @ValueSource(strings = {"repeatable read", "serializable"})
  void anOwnerWhoseSnapshotIsOlderThanTheRenewalMayFinish(String level) throws SQLException {
    String option = "-c default_transaction_isolation=" + level.replace(" ", "\\ ");
    try (PostgresFixture owner = PostgresFixture.of(unit, option)) {
      Fence fence = claim();
      boolean[] stored = new boolean[1];
      End end =
          owner
              .transactions()
              .inBusiness(
                  () -> {
                    owner.store().read(fence.id());
                    assertThat(renew(fence)).containsExactly(fence);
                    stored[0] =
                        owner
                            .store()
                            .storeOutcome(fence, Outcome.value(new byte[0]), Retention.FOREVER);
                    assertThat(renew(fence)).containsExactly(fence);
                  })
              .end();
      assertThat(stored[0]).isTrue();
      assertThat(end).isEqualTo(End.COMMITTED);
      assertThat(renew(fence)).isEmpty();
    }
  }

  /** P4: whatever the database's default, a renewal is not to fail for a snapshot of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"repeatable read", "serializable"})
  void renewalsAreReadCommitted(String level) throws SQLException {
    String option = "-c default_transaction_isolation=" + level.replace(" ", "\\ ");
    try (PostgresFixture other = PostgresFixture.of(unit, option)) {
      Fence fence = claim();
      Set<Fence> renewed =
          other
              .transactions()
              .inNew(
                  () -> {
                    other.leases().left(fence);
                    renew(fence);
                    return other.leases().renew(List.of(new Renewal(fence, LONG)));
                  });
      assertThat(renewed).containsExactly(fence);
    }
  }

  @ParameterizedTest
  @CsvSource({"23 hours, true", "25 hours, false"})
  void whatIsDeadForADayIsAStray(String dead, boolean stays) throws SQLException {
    Fence fence = claim();
    renew(fence);
    try (Connection connection = TestDatabase.get().application("").getConnection();
        PreparedStatement backdate =
            connection.prepareStatement(
                "UPDATE idempotency_lease SET lease_until = clock_timestamp() - interval '"
                    + dead
                    + "' WHERE record_id = ?")) {
      backdate.setObject(1, fence.id().value());
      assertThat(backdate.executeUpdate()).isOne();
    }
    inNew(
        () -> {
          postgres.leases().deleteStrays();
          return true;
        });
    assertThat(inNew(() -> postgres.leases().left(fence)).isPresent()).isEqualTo(stays);
  }
}
