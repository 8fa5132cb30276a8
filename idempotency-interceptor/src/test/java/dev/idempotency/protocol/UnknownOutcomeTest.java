// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.ExternalOptions;
import dev.idempotency.OutcomeUnknownException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** P36: which calls to the outside are repeated, and when nobody can tell what they did. */
class UnknownOutcomeTest extends PhasesFixture {

  private static final ExternalOptions ONCE = ExternalOptions.defaults().notRepeatable();

  private static final class TimedOut extends RuntimeException {}

  private static final class Refused extends RuntimeException {}

  private static void timeOut() {
    throw new TimedOut();
  }

  private Method charging(ExternalOptions options, Runnable more) {
    return steps -> external(steps, "charged", options, more);
  }

  private void assertUnknown() {
    StoredRecord record = record();
    assertThat(record.state()).isEqualTo(RecordState.FAILED);
    assertThat(record.retryable()).isFalse();
    assertThat(record.storedOutcome())
        .get()
        .extracting(Outcome::kind)
        .isEqualTo(OutcomeKind.UNKNOWN);
    assertThat(record.timing().expiresIn()).isNull();
  }

  @Test
  void aRepeatableStepThatFailedIsRepeated() {
    run(charging(ExternalOptions.defaults(), UnknownOutcomeTest::timeOut));
    assertThat(record().retryable()).isTrue();
    ranAndStored(run(charging(ExternalOptions.defaults(), () -> {})));
    assertThat(outside).containsExactly("charged", "charged");
  }

  @Test
  void theOtherSidesMemoryCountsFromTheFirstBegin() {
    ExternalOptions hour = ExternalOptions.defaults().repeatableFor(Duration.ofHours(1));
    run(charging(hour, UnknownOutcomeTest::timeOut));
    clock.advance(Duration.ofMinutes(59));
    run(charging(hour, UnknownOutcomeTest::timeOut));
    assertThat(outside).hasSize(2);
    clock.advance(Duration.ofMinutes(1));
    refused(OutcomeUnknownException.class, run(charging(hour, () -> {})));
    assertThat(outside).hasSize(2);
    assertUnknown();
  }

  @Test
  void timeThatPassesBetweenReadingAndTakingAStepCounts() {
    ExternalOptions hour = ExternalOptions.defaults().repeatableFor(Duration.ofHours(1));
    Method method =
        steps -> {
          phase(steps, "recorded");
          return external(steps, "charged", hour, UnknownOutcomeTest::timeOut);
        };
    run(method);
    Method slow =
        steps -> {
          phase(steps, "recorded");
          clock.advance(Duration.ofHours(1));
          return external(steps, "charged", hour);
        };
    refused(OutcomeUnknownException.class, run(slow));
    assertThat(outside).hasSize(1);
  }

  @Test
  void aStepThatMayNotBeRepeatedAndFailedIsUnknownAtOnce() {
    refused(OutcomeUnknownException.class, run(charging(ONCE, UnknownOutcomeTest::timeOut)));
    assertUnknown();
    refused(OutcomeUnknownException.class, run(charging(ONCE, () -> {})));
    assertThat(outside).containsExactly("charged");
  }

  @Test
  void aStepThatMayNotBeRepeatedAndWhoseOwnerDiedIsUnknown() {
    Fence fence = claimedByAnother();
    inNew(() -> database.steps().begin(fence, new StoredStep.Place(0, "charged"), STALE_AFTER));
    letLeaseRunOut();
    refused(OutcomeUnknownException.class, run(charging(ONCE, () -> {})));
    assertThat(outside).isEmpty();
    assertUnknown();
  }

  @Test
  void anExceptionThatProvesThatNothingHappenedLeavesTheStepToARetry() {
    ExternalOptions options = ONCE.notDoneOn(Refused.class);
    run(
        charging(
            options,
            () -> {
              throw new Refused();
            }));
    assertThat(recordedSteps()).containsExactly("charged NOT_DONE");
    assertThat(record().retryable()).isTrue();
    assertThat(record().timing().expiresIn()).isEqualTo(RETENTION);
    ranAndStored(run(charging(options, () -> {})));
    assertThat(outside).containsExactly("charged", "charged");
  }

  @Test
  void aStepKnownNotToBeDoneBeginsAnewForTheOtherSidesMemory() {
    ExternalOptions hour =
        ExternalOptions.defaults().repeatableFor(Duration.ofHours(1)).notDoneOn(Refused.class);
    run(
        charging(
            hour,
            () -> {
              throw new Refused();
            }));
    clock.advance(Duration.ofHours(2));
    run(charging(hour, UnknownOutcomeTest::timeOut));
    clock.advance(Duration.ofMinutes(59));
    ranAndStored(run(charging(hour, () -> {})));
    assertThat(outside).hasSize(3);
  }

  @Test
  void unknownIsStickyEvenWhereTheMethodCatchesIt() {
    Method stubborn =
        steps -> {
          Throwable unknown =
              catchThrowable(() -> external(steps, "charged", ONCE, UnknownOutcomeTest::timeOut));
          assertThat(unknown).isInstanceOf(OutcomeUnknownException.class);
          assertThat(catchThrowable(() -> phase(steps, "settled"))).isSameAs(unknown);
          return "done all the same";
        };
    refused(OutcomeUnknownException.class, run(stubborn));
    assertThat(rows).isEmpty();
    assertUnknown();
  }

  @Test
  void anUnknownOutcomeThatCannotBeStoredIsFoundAgainByTheSuccessor() {
    node.store
        .before()
        .always(StagedStore.Statement.MARK_REFUSED, node.store.failure(StoreException.Kind.OTHER));
    assertThat(run(charging(ONCE, UnknownOutcomeTest::timeOut))).isInstanceOf(Answer.Refused.class);
    assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
    letLeaseRunOut();
    refused(OutcomeUnknownException.class, runOnOtherNode(charging(ONCE, () -> {})));
    assertThat(outside).containsExactly("charged");
    assertUnknown();
  }
}
