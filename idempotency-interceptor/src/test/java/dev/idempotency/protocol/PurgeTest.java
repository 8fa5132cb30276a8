// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P38, P45: the purge")
class PurgeTest extends ProtocolFixture {

  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final String FOREVER = "ledger.book";
  private static final String UNDEPLOYED = "removed.operation";

  private final ManualTicker ticker = new ManualTicker();
  private final Map<String, Retention> deployed =
      new HashMap<>(
          Map.of("transfers.create", Retention.of(RETENTION), FOREVER, Retention.FOREVER));
  private final Purge purge = purge(2);

  private Purge purge(int batch) {
    return new Purge(
        database.purge(),
        node.transactions,
        new PurgeSettings(true, INTERVAL, batch),
        () -> deployed,
        ticker);
  }

  private void finished(String operation, int number, Retention retention) {
    RecordIdentity one = RecordIdentity.of(operation, "alice", "key-" + number);
    Claimant claimant = claimant();
    clock.advance(Duration.ofMillis(1));
    inNew(() -> database.insert(one, REQUEST, claimant));
    Fence fence = new Fence(one.id(), 1, claimant.token());
    assertThat(inNew(() -> database.storeOutcome(fence, ContractPart.CREATED, retention))).isTrue();
  }

  @Test
  void whatHasExpiredGoesInOnePassWindowByWindow() {
    for (int i = 0; i < 5; i++) {
      finished("transfers.create", i, Retention.of(RETENTION));
    }
    assertThat(purge.pass()).isEqualTo(Purged.NOTHING);
    clock.advance(RETENTION);
    assertThat(purge.pass()).isEqualTo(new Purged(5, 0, 0));
    assertThat(purge.total()).isEqualTo(new Purged(5, 0, 0));
  }

  @Test
  void whatIsKeptForEverIsNotLookedAt() {
    // Even a row that says otherwise: it was written when the operation was another's.
    finished(FOREVER, 1, Retention.of(RETENTION));
    clock.advance(RETENTION.multipliedBy(2));
    assertThat(purge.pass()).isEqualTo(Purged.NOTHING);
  }

  @Test
  void ofAnOperationThatIsNotDeployedOnlyWhatHasExpiredGoes() {
    finished(UNDEPLOYED, 1, Retention.of(RETENTION));
    finished(UNDEPLOYED, 2, Retention.FOREVER);
    RecordIdentity running = RecordIdentity.of(UNDEPLOYED, "alice", "running");
    inNew(() -> database.insert(running, REQUEST, claimant()));
    clock.advance(RETENTION.multipliedBy(2));
    assertThat(purge.pass()).isEqualTo(new Purged(1, 0, 0));
  }

  @Test
  void anAbandonedCallIsGivenBackAndItsNextCallRuns() {
    claimedByAnother();
    clock.advance(STALE_AFTER);
    assertThat(purge.pass()).isEqualTo(Purged.NOTHING);
    clock.advance(RETENTION);
    assertThat(purge.pass()).isEqualTo(new Purged(0, 1, 0));
    assertThat(record().retryable()).isTrue();
    ranAndStored(node.execute(call(), returning("next")));
  }

  @Test
  void aPassFollowsAnIntervalAfterTheOtherWhateverBecameOfIt() {
    purge.start();
    assertThat(ticker.delays()).containsExactly(INTERVAL);
    node.transactions
        .stage()
        .at(StagedTransactions.Point.NEW_BEGINS, 1, StagedTransactions.failure());
    ticker.run();
    assertThat(purge.failedPasses()).isOne();
    finished("transfers.create", 1, Retention.of(RETENTION));
    clock.advance(RETENTION);
    ticker.run();
    assertThat(purge.total()).isEqualTo(new Purged(1, 0, 0));
    assertThat(ticker.delays()).containsExactly(INTERVAL, INTERVAL, INTERVAL);
    ticker.reject(true);
    ticker.run();
    assertThat(ticker.planned()).isZero();
  }

  @Test
  void switchedOffItPlansNothing() {
    new Purge(
            database.purge(),
            node.transactions,
            new PurgeSettings(false, INTERVAL, 2),
            () -> deployed,
            ticker)
        .start();
    assertThat(ticker.planned()).isZero();
  }
}
