// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.Transactions.State;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P26: a refusal before the body began is no outcome")
class UndoTest extends ProtocolFixture {

  private final RuntimeException refusal = new TestWork.StatusException(403);

  private TestWork refused() {
    return throwing(refusal).refusedBeforeBody();
  }

  private void assertRefusalLeaves(Answer answer) {
    Answer.Ran ran = as(Answer.Ran.class, answer);
    assertThat(ran.ending().thrown()).isSameAs(refusal);
    assertThat(ran.outcome()).isNull();
  }

  @Nested
  class TheClaimIsTakenBack {

    @Test
    void aRecordThatTheClaimInsertedIsDeleted() {
      assertRefusalLeaves(node.execute(call(), refused()));
      assertThat(find()).isEmpty();
    }

    @Test
    void aRecordThatTheClaimReplacedAsExpiredIsDeleted() {
      finishedByAnother(claimedByAnother(), ContractPart.CREATED);
      clock.advance(RETENTION);
      assertRefusalLeaves(node.execute(call(), refused()));
      assertThat(find()).isEmpty();
    }

    @Test
    void aRecordThatTheClaimTookOverKeepsItsLifeAndBecomesRetryable() {
      Fence before = claimedByAnother();
      UUID life = record().life();
      letLeaseRunOut();
      assertRefusalLeaves(node.execute(call(), refused()));
      StoredRecord left = record();
      assertThat(left.retryable()).isTrue();
      assertThat(left.life()).isEqualTo(life);
      assertThat(left.fence().attempt()).isEqualTo(2);
      assertThat(left.fence().token()).isNotEqualTo(before.token());
    }

    @Test
    void theOldOwnerIsFencedAllTheSame() {
      Fence before = claimedByAnother();
      letLeaseRunOut();
      node.execute(call(), refused());
      assertThat(
              inNew(() -> database.storeOutcome(before, ContractPart.CREATED, Retention.FOREVER)))
          .isFalse();
    }

    @Test
    void aRecordThatWasRetryableStaysSoInItsLife() {
      Fence before = claimedByAnother();
      UUID life = record().life();
      inNew(() -> database.markRetryable(before, Retention.of(RETENTION)));
      assertRefusalLeaves(node.execute(call(), refused()));
      assertThat(record().retryable()).isTrue();
      assertThat(record().life()).isEqualTo(life);
    }

    @Test
    void theNextCallRuns() {
      node.execute(call(), refused());
      ranAndStored(node.execute(callWith(OTHER_REQUEST), returning("done")));
      assertThat(rows).containsExactly("attempt 1");
    }
  }

  @Test
  void whatRefusedLeavesNoRowInATransactionOfTheLibrarysOwn() {
    Runnable lookedUp = () -> container.write(() -> rows.add("written before the body"));
    node.execute(call(), refused().doing(lookedUp));
    assertThat(rows).isEmpty();
  }

  @Nested
  class InTheActiveTransaction {

    @Test
    void theClaimIsTakenBackBeforeTheExceptionLeavesAndTheCallersGoesOn() {
      container.begin();
      Answer answer = node.execute(callOfContainer(), refused());
      assertThat(find()).isEmpty();
      assertThat(container.state()).isEqualTo(State.ACTIVE);
      container.commit();
      assertRefusalLeaves(node.protocol.settle(pending(answer)));
      node.runHandedOver();
      assertThat(find()).isEmpty();
    }

    @Test
    void theSameTransactionMayTryAgain() {
      container.begin();
      node.execute(call(), refused());
      pending(node.execute(call(), returning("done")));
      container.commit();
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(rows).hasSize(1);
    }
  }

  @Test
  @DisplayName("A call that came without a transaction holds one connection at a time")
  void theClaimIsTakenBackWhenItsOwnTransactionHasEnded() {
    List<Integer> open = new ArrayList<>();
    node.store.before().at(Statement.DELETE, 1, () -> open.add(container.depth()));
    node.execute(call(), refused());
    assertThat(open).containsExactly(1);
  }

  @Test
  void whereTheClaimCannotBeTakenBackTheRefusalStandsAndTheLeaseDecides() {
    node.store.before().always(Statement.DELETE, node.store.failure(StoreException.Kind.OTHER));
    assertRefusalLeaves(node.execute(call(), refused()));
    assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
    letLeaseRunOut();
    ranAndStored(node.execute(call(), returning("done")));
  }

  @ParameterizedTest
  @DisplayName("Once the body began, 400, 401 and 403 are outcomes like any other")
  @ValueSource(ints = {400, 401, 403})
  void onceTheBodyBeganARefusalIsAnOutcome(int status) {
    RuntimeException thrown = new TestWork.StatusException(status);
    ranAndStored(node.execute(call(), throwing(thrown)));
    TestWork again = returning("again");
    assertThat(replayed(node.execute(call(), again)).status()).isEqualTo(status);
    assertThat(again.runs()).isZero();
  }

  /** What an interceptor answers in place of the method: a fallback, a cache. */
  @Nested
  class WhereAnInterceptorReturnsInPlaceOfTheBody {

    @Test
    @DisplayName("P21: a success is an outcome: no transaction commits without it")
    void aSuccessIsStored() {
      Outcome outcome =
          ranAndStored(node.execute(call(), returning("fallback").refusedBeforeBody()));
      assertThat(body(outcome)).isEqualTo("fallback");
      assertThat(body(replayed(node.execute(call(), returning("done"))))).isEqualTo("fallback");
    }

    @Test
    @DisplayName("P21: in the caller's transaction as well")
    void aSuccessInTheCallersTransactionIsStored() {
      container.begin();
      pending(node.execute(call(), returning("fallback").refusedBeforeBody()));
      container.commit();
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aRefusalIsNone() {
      TestWork refusing = returning(new TestWork.Status(403)).refusedBeforeBody();
      assertThat(as(Answer.Ran.class, node.execute(call(), refusing)).outcome()).isNull();
      assertThat(find()).isEmpty();
    }
  }
}
