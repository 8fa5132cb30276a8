// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.StagedTransactions.Point;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A server may fail to resume what it suspended, above all when the inner commit fails. */
@DisplayName("P11: where the caller's transaction is lost, nothing runs and the answer is 503")
class LostTransactionTest extends ProtocolFixture {

  private final TestWork work = returning("done");

  @BeforeEach
  void begin() {
    container.begin();
  }

  @AfterEach
  void nothingRan() {
    assertThat(work.runs()).isZero();
    assertThat(rows).isEmpty();
  }

  private void loseTheCallers() {
    container.detach();
  }

  private void loseTheCallersAndFail() {
    container.detach();
    StagedTransactions.failure().run();
  }

  @Test
  void byAClaimThatCommits() {
    node.transactions.stage().at(Point.NEW_COMMITTED, 1, this::loseTheCallers);
    refused(StoreUnavailableException.class, node.execute(call(), work));
  }

  @Test
  void byAClaimWhoseCommitFails() {
    node.transactions.stage().at(Point.NEW_COMMITTED, 1, this::loseTheCallersAndFail);
    refused(StoreUnavailableException.class, node.execute(call(), work));
  }

  @Test
  void byAClaimThatLoses() {
    claimedByAnother();
    node.transactions.stage().at(Point.NEW_COMMITTED, 1, this::loseTheCallers);
    refused(StoreUnavailableException.class, node.execute(call(), work));
  }

  @Test
  void byTheMarkOfAnEarlierCall() {
    leaveAnEarlierCallToSettle();
    node.transactions.stage().at(Point.NEW_COMMITTED, Node.FIRST + 1, this::loseTheCallers);
    refused(StoreUnavailableException.class, node.execute(call(), work));
  }

  @Test
  void byTheMarkOfAnEarlierCallWhoseCommitFails() {
    leaveAnEarlierCallToSettle();
    node.transactions.stage().at(Point.NEW_COMMITTED, Node.FIRST + 1, this::loseTheCallersAndFail);
    refused(StoreUnavailableException.class, node.execute(call(), work));
  }

  private void leaveAnEarlierCallToSettle() {
    pending(node.execute(call(), returning("earlier")));
    container.rollback();
    container.begin();
  }

  @Test
  void byTheUndoOfTheClaim() {
    node.transactions.stage().at(Point.NEW_COMMITTED, 2, this::loseTheCallers);
    RuntimeException refusal = new TestWork.StatusException(403);
    refused(
        StoreUnavailableException.class,
        node.execute(call(), throwing(refusal).refusedBeforeBody()));
  }

  @Test
  void byTheReadAfterALostLease() {
    node.transactions.stage().at(Point.NEW_COMMITTED, 2, this::loseTheCallers);
    TestWork zombie =
        returning("zombie's")
            .doing(
                () -> {
                  letLeaseRunOut();
                  takenByAnother();
                });
    refused(StoreUnavailableException.class, node.execute(call(), zombie));
  }
}
