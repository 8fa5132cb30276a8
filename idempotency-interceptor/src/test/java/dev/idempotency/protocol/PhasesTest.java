// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StepsChangedException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.StagedStepStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** P33 to P35, P37 and P38: steps that commit one by one, and attempts that go on from there. */
class PhasesTest extends PhasesFixture {

  private String transfer(Steps steps) throws Exception {
    phase(steps, "recorded");
    String charge = external(steps, "charged");
    phase(steps, "settled");
    return "done with " + charge;
  }

  private String failAfterCharge(Steps steps) throws Exception {
    phase(steps, "recorded");
    external(steps, "charged");
    throw new IllegalStateException("out of luck");
  }

  @Nested
  @DisplayName("P34: steps commit with their result, and are skipped by later attempts")
  class Committing {

    @Test
    void aCallRunsItsStepsOnceAndIsReplayed() {
      Outcome first = ranAndStored(run(PhasesTest.this::transfer));
      assertThat(body(first)).isEqualTo("done with answer to charged");
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(body(replayed(run(PhasesTest.this::transfer)))).isEqualTo(body(first));
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void aRetrySkipsWhatCommittedAndGetsItsResults() {
      assertThat(run(PhasesTest.this::failAfterCharge)).isInstanceOf(Answer.Ran.class);
      assertThat(record().retryable()).isTrue();
      assertThat(recordedSteps()).containsExactly("recorded DONE", "charged DONE");

      Outcome second = ranAndStored(runOnOtherNode(PhasesTest.this::transfer));
      assertThat(body(second)).isEqualTo("done with answer to charged");
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void aTakeoverAfterACrashSkipsWhatCommitted() {
      crash(
          steps -> {
            phase(steps, "recorded");
            return external(steps, "charged");
          });
      refused(KeyInProgressException.class, runOnOtherNode(PhasesTest.this::transfer));
      letLeaseRunOut();
      ranAndStored(runOnOtherNode(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(outside).containsExactly("charged");
    }

    private void crash(Method method) {
      Method dying =
          steps -> {
            method.run(steps);
            throw new Died();
          };
      assertThatThrownBy(() -> run(dying)).isInstanceOf(Died.class);
    }

    @Test
    void aPhaseThatThrowsLeavesNothingBehindAndComesOut() {
      Method method =
          steps -> {
            steps.phase(
                "recorded",
                () -> {
                  container.write(() -> rows.add("never"));
                  throw new TestWork.Declined();
                });
            return "unreachable";
          };
      Outcome outcome = ranAndStored(run(method));
      assertThat(outcome.kind()).isEqualTo(OutcomeKind.FAILURE);
      assertThat(rows).isEmpty();
    }

    @Test
    void aMethodWithoutStepsIsGuardedToo() {
      ranAndStored(run(steps -> "nothing to do"));
      assertThat(body(replayed(run(steps -> "again")))).isEqualTo("nothing to do");
    }

    @Test
    void aNewLifeStartsWithoutSteps() {
      ranAndStored(run(PhasesTest.this::transfer));
      clock.advance(RETENTION);
      ranAndStored(run(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded", "settled", "recorded", "settled");
    }
  }

  /** The process ends here. */
  private static final class Died extends Error {}

  @Nested
  @DisplayName("P33: no transaction around the method")
  class Outside {

    @Test
    void aCallersTransactionIsSuspendedAndItsStepsDontRollBackWithIt() {
      container.begin();
      List<Transactions.State> seen = new ArrayList<>();
      ranAndStored(
          run(
              steps -> {
                seen.add(container.state());
                return phase(steps, "recorded");
              }));
      assertThat(container.state()).isEqualTo(Transactions.State.ACTIVE);
      container.rollback();
      assertThat(seen).containsExactly(Transactions.State.NONE);
      assertThat(rows).containsExactly("recorded");
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aDoomedTransactionIsRefusedBeforeTheClaim() {
      container.begin();
      container.setRollbackOnly();
      assertThat(run(PhasesTest.this::transfer)).isInstanceOf(Answer.Refused.class);
      container.commit();
      assertThat(find()).isEmpty();
    }

    @Test
    void aStepInsideATransactionOfTheMethodIsRefused() {
      Method method =
          steps -> {
            container.begin();
            try {
              return phase(steps, "recorded");
            } finally {
              container.rollback();
            }
          };
      run(method);
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void aStepInsideAStepIsRefused() {
      List<Throwable> thrown = new ArrayList<>();
      ranAndStored(
          run(
              steps -> {
                external(
                    steps,
                    "outer",
                    dev.idempotency.ExternalOptions.defaults(),
                    () -> thrown.add(catchThrowable(() -> phase(steps, "inner"))));
                return "done";
              }));
      assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
      assertThat(rows).isEmpty();
    }

    @Test
    void aStepAfterTheMethodHasReturnedIsRefused() {
      List<Steps> leaked = new ArrayList<>();
      ranAndStored(
          run(
              steps -> {
                leaked.add(steps);
                return "done";
              }));
      assertThatThrownBy(() -> phase(leaked.get(0), "late"))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Nested
  @DisplayName("P35: names and order")
  class Order {

    @ParameterizedTest
    @ValueSource(strings = {"", "started", "finished"})
    void anIllegalNameIsRefused(String name) {
      assertThat(catchThrowableOf(steps -> phase(steps, name)))
          .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNameOfMoreThanAHundredCharactersIsRefused() {
      assertThat(catchThrowableOf(steps -> phase(steps, "x".repeat(101))))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(catchThrowableOf(steps -> phase(steps, "x".repeat(100)))).isNull();
    }

    @Test
    void aNameServesOneStep() {
      assertThat(
              catchThrowableOf(
                  steps -> {
                    phase(steps, "once");
                    return phase(steps, "once");
                  }))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(rows).containsExactly("once");
    }

    private Throwable catchThrowableOf(Method method) {
      List<Throwable> thrown = new ArrayList<>();
      run(
          steps -> {
            Throwable failure = catchThrowable(() -> method.run(steps));
            if (failure != null) {
              thrown.add(failure);
            }
            return "done";
          });
      return thrown.isEmpty() ? null : thrown.get(0);
    }

    @Test
    void codeThatTakesAnotherStepStoresNothingAndTheOlderCodeMayFinish() {
      run(PhasesTest.this::failAfterCharge);
      Method newer =
          steps -> {
            phase(steps, "recorded");
            phase(steps, "checked");
            return external(steps, "charged");
          };
      refused(StepsChangedException.class, run(newer));
      assertThat(rows).containsExactly("recorded");
      assertThat(record().retryable()).isTrue();
      ranAndStored(run(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded", "settled");
    }

    @Test
    void aStepOfAnotherKindIsAnotherStep() {
      run(PhasesTest.this::failAfterCharge);
      refused(StepsChangedException.class, run(steps -> external(steps, "recorded")));
    }

    @Test
    void codeThatLeavesAStepOutStoresNothing() {
      run(PhasesTest.this::failAfterCharge);
      refused(StepsChangedException.class, run(steps -> phase(steps, "recorded")));
      ranAndStored(run(PhasesTest.this::transfer));
    }

    @Test
    void anExceptionBeforeTheRecordedStepsIsNoOutcome() {
      run(PhasesTest.this::failAfterCharge);
      Answer answer =
          run(
              steps -> {
                throw new TestWork.Declined();
              });
      assertThat(as(Answer.Ran.class, answer).outcome()).isNull();
      assertThat(record().retryable()).isTrue();
      ranAndStored(run(PhasesTest.this::transfer));
    }

    @Test
    void aRefusalOfChangedStepsIsStickyEvenWhereTheMethodCatchesIt() {
      run(PhasesTest.this::failAfterCharge);
      Method stubborn =
          steps -> {
            assertThatThrownBy(() -> phase(steps, "other"))
                .isInstanceOf(StepsChangedException.class);
            assertThat(catchThrowable(() -> phase(steps, "recorded")))
                .isInstanceOf(StepsChangedException.class);
            return "done all the same";
          };
      refused(StepsChangedException.class, run(stubborn));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void aMethodThatGoesOnAfterAFailedPhaseFindsItsPlaceAgain() {
      int[] runs = new int[1];
      Method method =
          steps -> {
            Throwable full =
                catchThrowable(
                    () ->
                        steps.phase(
                            "reserve",
                            () -> {
                              throw new IllegalStateException("full");
                            }));
            assertThat(full).hasMessage("full");
            phase(steps, "rejected");
            if (++runs[0] == 1) {
              throw new IllegalStateException("out of luck");
            }
            return "rejected";
          };
      run(method);
      assertThat(recordedSteps()).containsExactly("reserve NOT_DONE", "rejected DONE");
      assertThat(body(ranAndStored(run(method)))).isEqualTo("rejected");
      assertThat(rows).containsExactly("rejected");
    }
  }

  @Nested
  @DisplayName("P37: a lost lease is sticky")
  class LostLease {

    @Test
    void aZombiesPhaseRollsBackAndItsCallerGetsTheWinnersOutcome() {
      Method zombie =
          steps -> {
            phase(steps, "recorded");
            letLeaseRunOut();
            ranAndStored(runOnOtherNode(PhasesTest.this::transfer));
            Throwable lost = catchThrowable(() -> phase(steps, "settled"));
            assertThat(lost).isInstanceOf(LeaseLostException.class);
            assertThat(catchThrowable(() -> external(steps, "more"))).isSameAs(lost);
            return "zombie's";
          };
      Answer answer = run(zombie);
      assertThat(body(replayed(answer))).isEqualTo("done with answer to charged");
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void anExternalStepDoesNotStartWithoutTheLease() {
      Method zombie =
          steps -> {
            phase(steps, "recorded");
            letLeaseRunOut();
            ranAndStored(runOnOtherNode(PhasesTest.this::transfer));
            return external(steps, "charged");
          };
      run(zombie);
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void aLateResultIsKeptAsEvidenceAndNeverApplied() {
      Method zombie =
          steps -> {
            phase(steps, "recorded");
            external(
                steps,
                "charged",
                dev.idempotency.ExternalOptions.defaults(),
                () -> {
                  letLeaseRunOut();
                  ranAndStored(runOnOtherNode(PhasesTest.this::transfer));
                });
            return "zombie's";
          };
      assertThat(body(replayed(run(zombie)))).isEqualTo("done with answer to charged");
      assertThat(database.steps().evidence()).containsExactly("attempt 1 charged");
      assertThat(record().fence().attempt()).isEqualTo(2);
    }

    @Test
    void beginningAnExternalStepRenewsTheLease() {
      Method slow =
          steps -> {
            clock.advance(STALE_AFTER.minusSeconds(1));
            external(
                steps,
                "charged",
                dev.idempotency.ExternalOptions.defaults(),
                () -> {
                  clock.advance(STALE_AFTER.minusSeconds(1));
                  refused(KeyInProgressException.class, runOnOtherNode(PhasesTest.this::transfer));
                });
            return "done";
          };
      ranAndStored(run(slow));
    }

    @Test
    void aStepWhoseBeginTookLongerThanTheLeaseDoesNotStart() {
      node.transactions.stage().at(Point.NEW_COMMITTED, Node.FIRST + 1, () -> letLeaseRunOut());
      refused(StoreUnavailableException.class, run(steps -> external(steps, "charged")));
      assertThat(outside).isEmpty();
      assertThat(recordedSteps()).containsExactly("charged NOT_DONE");
    }
  }

  @Nested
  @DisplayName("P29: calls that take steps keep their lease")
  class Renewing {

    @Test
    void aCallOutsideThatOutlivesItsLeaseKeepsTheKeyBusy() {
      Method slow =
          steps -> {
            external(
                steps,
                "charged",
                dev.idempotency.ExternalOptions.defaults(),
                () -> {
                  for (int tick = 0; tick < 9; tick++) {
                    clock.advance(STALE_AFTER.dividedBy(3));
                    runTicks();
                    refused(
                        KeyInProgressException.class, runOnOtherNode(PhasesTest.this::transfer));
                  }
                });
            return "done";
          };
      ranAndStored(run(slow));
      assertThat(outside).containsExactly("charged");
      assertThat(record().fence().attempt()).isOne();
    }

    private void runTicks() {
      try {
        result(
            onAnotherThread(
                () -> {
                  node.ticks.run();
                  return true;
                }));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    @Test
    void aCallThatEndedIsNotRenewedAnyMore() {
      ranAndStored(run(PhasesTest.this::transfer));
      clock.advance(STALE_AFTER);
      runTicks();
      assertThat(node.leases.before().count(StagedLeases.Statement.RENEW)).isZero();
    }
  }

  @Nested
  @DisplayName("P38: what may have taken effect is never forgotten")
  class Kept {

    @Test
    void aRecordWithStepsAndNoOutcomeNeverExpires() {
      run(PhasesTest.this::failAfterCharge);
      clock.advance(RETENTION.multipliedBy(1000));
      ranAndStored(run(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void aRecordWithoutStepsDoes() {
      run(
          steps -> {
            throw new IllegalStateException("before any step");
          });
      assertThat(record().timing().expiresIn()).isEqualTo(RETENTION);
    }

    @Test
    void anOutcomeThatCannotBeStoredLeavesTheStepsToARetry() {
      node.store
          .before()
          .at(
              StagedStore.Statement.STORE_OUTCOME,
              1,
              node.store.failure(StoreException.Kind.OTHER));
      refused(RolledBackException.class, run(PhasesTest.this::transfer));
      assertThat(record().retryable()).isTrue();
      ranAndStored(run(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded", "settled");
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void withoutATransactionForTheOutcomeASuccessIsNeverAnswered() {
      node.transactions.stage().at(Point.BUSINESS_BEGINS, 3, StagedTransactions.failure());
      refused(RolledBackException.class, run(PhasesTest.this::transfer));
      assertThat(record().retryable()).isTrue();
      ranAndStored(run(PhasesTest.this::transfer));
      assertThat(outside).containsExactly("charged");
    }
  }

  @Nested
  @DisplayName("P24: commits whose result is unknown")
  class UnknownCommit {

    @Test
    void aPhaseWhoseCommitIsUnknownEndsTheStepsAndARetrySkipsItIfItCommitted() {
      node.transactions.stage().at(Point.BUSINESS_ENDED, 1, StagedTransactions.failure());
      refused(RolledBackException.class, run(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded");
      ranAndStored(run(PhasesTest.this::transfer));
      assertThat(rows).containsExactly("recorded", "settled");
    }

    @Test
    void aPhaseThatMarkedItsTransactionEndsTheSteps() {
      Method method =
          steps ->
              text(
                  steps.phase(
                      "recorded",
                      () -> {
                        container.setRollbackOnly();
                        return bytes("never");
                      }));
      refused(RolledBackException.class, run(method));
      assertThat(recordedSteps()).isEmpty();
    }

    @Test
    void aResultWhoseAcknowledgementWasLostIsRecognised() {
      // The claim, the begin, and the result.
      node.transactions
          .stage()
          .at(Point.NEW_COMMITTED, Node.FIRST + 2, StagedTransactions.failure());
      ranAndStored(run(steps -> external(steps, "charged")));
      assertThat(outside).containsExactly("charged");
      assertThat(database.steps().evidence()).isEmpty();
    }

    @Test
    void aBeginWhoseAcknowledgementWasLostIsTriedAgain() {
      node.transactions
          .stage()
          .at(Point.NEW_COMMITTED, Node.FIRST + 1, StagedTransactions.failure());
      ranAndStored(run(steps -> external(steps, "charged")));
      assertThat(outside).containsExactly("charged");
    }

    @Test
    void aResultThatCannotBeStoredEndsTheStepsAndTheCallIsRepeatedUnderItsKey() {
      node.steps.before().always(Statement.FINISH, node.steps.failure());
      refused(StoreUnavailableException.class, run(PhasesTest.this::transfer));
      assertThat(recordedSteps()).containsExactly("recorded DONE", "charged BEGUN");
      ranAndStored(runOnOtherNode(PhasesTest.this::transfer));
      assertThat(outside).containsExactly("charged", "charged");
      assertThat(rows).containsExactly("recorded", "settled");
    }
  }
}
