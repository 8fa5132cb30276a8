// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idempotency.ExternalOptions;
import dev.idempotency.OperatorAction;
import dev.idempotency.OperatorAction.Kind;
import dev.idempotency.OperatorDecision;
import dev.idempotency.OperatorRefusedException;
import dev.idempotency.OperatorRefusedException.Reason;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.StoreUnavailableException;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** P39 and P44: what operators may do to records, and what they may not. */
class OperatorsTest extends PhasesFixture {

  private static final ExternalOptions ONCE = ExternalOptions.defaults().notRepeatable();

  private Operators operators;

  @BeforeEach
  void getOperators() {
    operators = node.protocol.operators();
  }

  private static Acting seen(long attempt) {
    return new Acting("olga", new OperatorDecision(attempt, "looked at the gateway", false));
  }

  private static Acting forced(String why) {
    return new Acting("olga", new OperatorDecision(1, why, true));
  }

  private static void assertRefused(Reason reason, Runnable action) {
    assertThatExceptionOfType(OperatorRefusedException.class)
        .isThrownBy(action::run)
        .extracting(OperatorRefusedException::reason)
        .isEqualTo(reason);
  }

  private String chargeOnce(Steps steps) throws Exception {
    phase(steps, "recorded");
    String charge = external(steps, "charged", ONCE);
    phase(steps, "settled");
    return charge;
  }

  private String losesTheAnswer(Steps steps) throws Exception {
    phase(steps, "recorded");
    return external(
        steps,
        "charged",
        ONCE,
        () -> {
          throw new IllegalStateException("timed out");
        });
  }

  @Nested
  @DisplayName("P44: release")
  class Release {

    @Test
    void aDeadOwnersKeyIsGivenBackAtOnce() {
      claimedByAnother();
      letLeaseRunOut();
      operators.release(id, seen(1), Retention.of(RETENTION));
      assertThat(record().retryable()).isTrue();
      ranAndStored(node.execute(call(), returning("next")));
      assertThat(record().fence().attempt()).isEqualTo(3);
    }

    @Test
    void whatWasDoneIsInTheAuditLogAndWhatWasRefusedIsNot() {
      claimedByAnother();
      assertRefused(
          Reason.LEASE_ALIVE, () -> operators.release(id, seen(1), Retention.of(RETENTION)));
      assertThat(operators.actions(id)).isEmpty();
      operators.release(id, forced("it hangs"), Retention.of(RETENTION));
      assertThat(operators.actions(id))
          .containsExactly(
              new OperatorAction(
                  clock.instant(), "olga", Kind.RELEASED, null, 1, true, "it hangs"));
    }

    @Test
    void aLiveLeaseIsRespectedUnlessForced() {
      claimedByAnother();
      assertRefused(
          Reason.LEASE_ALIVE, () -> operators.release(id, seen(1), Retention.of(RETENTION)));
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
      operators.release(id, forced("it hangs"), Retention.of(RETENTION));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void aRenewedLeaseIsAliveToo() {
      TestWork work =
          returning("slow")
              .doing(
                  () -> {
                    for (int tick = 0; tick < 6; tick++) {
                      clock.advance(STALE_AFTER.dividedBy(3));
                      onOtherThread(node.ticks::run);
                    }
                    onOtherThread(
                        () ->
                            assertRefused(
                                Reason.LEASE_ALIVE,
                                () -> operators.release(id, seen(1), Retention.of(RETENTION))));
                  });
      ranAndStored(node.execute(call(), work));
    }

    @Test
    void aRunningOwnerLosesItsCommit() {
      TestWork work =
          returning("late")
              .doing(
                  () ->
                      onOtherThread(
                          () ->
                              operators.release(id, forced("it hangs"), Retention.of(RETENTION))));
      assertThat(node.execute(call(), work)).isInstanceOf(Answer.Refused.class);
      assertThat(rows).isEmpty();
      ranAndStored(node.execute(call(), returning("next")));
      assertThat(rows).containsExactly("attempt 3");
    }

    @Test
    void whatSucceededNeverRunsAgain() {
      ranAndStored(node.execute(call(), returning("done")));
      assertRefused(
          Reason.SUCCEEDED, () -> operators.release(id, forced("again"), Retention.of(RETENTION)));
      assertThat(body(replayed(node.execute(call(), returning("again"))))).isEqualTo("done");
    }

    @Test
    void anAttemptThatIsOverIsRefused() {
      claimedByAnother();
      letLeaseRunOut();
      takenByAnother();
      letLeaseRunOut();
      assertRefused(
          Reason.ATTEMPT_CHANGED, () -> operators.release(id, seen(1), Retention.of(RETENTION)));
    }

    @Test
    void aRecordThatIsNotThereIsRefused() {
      assertRefused(
          Reason.NOT_FOUND, () -> operators.release(id, seen(1), Retention.of(RETENTION)));
    }

    @Test
    void aRecordThatSomebodyWritesToIsRefused() {
      claimedByAnother();
      letLeaseRunOut();
      container.begin();
      assertThat(database.lock(id)).isPresent();
      assertRefused(Reason.LOCKED, () -> operators.release(id, seen(1), Retention.of(RETENTION)));
      container.rollback();
    }

    @Test
    void aStoreThatCannotBeReachedIsSaidSo() {
      claimedByAnother();
      node.transactions
          .stage()
          .at(StagedTransactions.Point.NEW_BEGINS, 1, StagedTransactions.failure());
      assertThatExceptionOfType(StoreUnavailableException.class)
          .isThrownBy(() -> operators.release(id, seen(1), Retention.of(RETENTION)));
    }

    private void onOtherThread(Runnable task) {
      try {
        result(
            onAnotherThread(
                () -> {
                  task.run();
                  return true;
                }));
      } catch (Exception e) {
        Assertions.fail(e);
      }
    }
  }

  @Nested
  @DisplayName("P39: resolve")
  class Resolve {

    @BeforeEach
    void loseTheAnswer() {
      refused(OutcomeUnknownException.class, run(OperatorsTest.this::losesTheAnswer));
    }

    @Test
    void aStepThatTookEffectGetsItsResultAndTheCallGoesOnBehindIt() {
      operators.resolveStep(id, "charged", bytes("the real charge"), seen(1));
      assertThat(operators.actions(id))
          .singleElement()
          .extracting(OperatorAction::kind, OperatorAction::step)
          .containsExactly(Kind.STEP_DONE, "charged");
      assertThat(record().retryable()).isTrue();
      assertThat(record().timing().expiresIn()).isNull();
      assertThat(body(ranAndStored(run(OperatorsTest.this::chargeOnce))))
          .isEqualTo("the real charge");
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void aStepThatTookNoEffectIsRunAgain() {
      operators.resolveStep(id, "charged", null, seen(1));
      ranAndStored(run(OperatorsTest.this::chargeOnce));
      assertThat(outside).containsExactly("charged", "charged");
      assertThat(rows).containsExactly("recorded", "settled");
    }

    @Test
    void aFinalOutcomeIsWhatEveryFurtherCallGets() {
      operators.resolve(id, Outcome.value(bytes("refunded")), seen(1), Retention.of(RETENTION));
      assertThat(body(replayed(run(OperatorsTest.this::chargeOnce)))).isEqualTo("refunded");
      assertThat(outside).containsExactly("charged");
      assertThat(record().timing().expiresIn()).isEqualTo(RETENTION);
    }

    @Test
    void aStepThatIsDoneOrUnheardOfIsRefusedAndNothingChanges() {
      for (String step : List.of("recorded", "other")) {
        assertRefused(
            Reason.NO_SUCH_STEP, () -> operators.resolveStep(id, step, bytes("x"), seen(1)));
      }
      assertThat(operators.actions(id)).isEmpty();
      assertThat(record().fence().attempt()).isOne();
      refused(OutcomeUnknownException.class, run(OperatorsTest.this::chargeOnce));
    }

    @Test
    void anUnresolvedStepIsUnknownAgainAfterARelease() {
      operators.release(id, seen(1), Retention.of(RETENTION));
      refused(OutcomeUnknownException.class, run(OperatorsTest.this::chargeOnce));
      assertThat(outside).containsExactly("charged");
    }
  }
}
