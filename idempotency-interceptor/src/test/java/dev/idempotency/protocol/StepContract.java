// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import dev.idempotency.protocol.StoredStep.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link StepStore}: "Each changes a step only under the fence of its record". */
abstract class StepContract extends ContractPart {

  private static final Place RECORDED = new Place(0, "recorded");
  private static final Place CHARGED = new Place(1, "charged");
  private static final byte[] RESULT = {'4', '2'};

  StepContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean commit(BooleanSupplier statement) {
    return inNew(statement::getAsBoolean);
  }

  private List<StoredStep> recorded(Fence fence) {
    return inNew(() -> steps().recorded(fence));
  }

  private static List<String> described(List<StoredStep> steps) {
    return steps.stream()
        .map(step -> step.place().name() + " " + step.kind() + " " + step.state())
        .toList();
  }

  @Nested
  class UnderTheFence {

    @Test
    void aPhaseIsStoredWithItsResult() {
      Fence fence = claim(claimant(LONG));
      assertThat(commit(() -> steps().completePhase(fence, RECORDED, RESULT))).isTrue();
      StoredStep step = recorded(fence).get(0);
      assertThat(step.place()).isEqualTo(RECORDED);
      assertThat(step.kind()).isEqualTo(Kind.PHASE);
      assertThat(step.state()).isEqualTo(State.DONE);
      assertThat(step.result()).isEqualTo(RESULT);
    }

    @Test
    void aPhaseThatRollsBackLeavesNoStep() {
      Fence fence = claim(claimant(LONG));
      transactions()
          .inBusiness(
              () -> {
                assertThat(steps().completePhase(fence, RECORDED, RESULT)).isTrue();
                transactions().setRollbackOnly();
              });
      assertThat(recorded(fence)).isEmpty();
    }

    @Test
    void anExternalStepBeginsAndFinishes() {
      Fence fence = claim(claimant(LONG));
      assertThat(commit(() -> steps().begin(fence, CHARGED, LONG))).isTrue();
      assertThat(described(recorded(fence))).containsExactly("charged EXTERNAL BEGUN");
      assertThat(recorded(fence).get(0).result()).isNull();
      assertThat(commit(() -> steps().finish(fence, CHARGED, RESULT))).isTrue();
      assertThat(described(recorded(fence))).containsExactly("charged EXTERNAL DONE");
      assertThat(recorded(fence).get(0).result()).isEqualTo(RESULT);
    }

    @Test
    void aStepThatIsDoneDoesNotFinishAgainAndKeepsItsResult() {
      Fence fence = claim(claimant(LONG));
      commit(() -> steps().begin(fence, CHARGED, LONG));
      commit(() -> steps().finish(fence, CHARGED, RESULT));
      assertThat(commit(() -> steps().finish(fence, CHARGED, new byte[] {'1'}))).isFalse();
      assertThat(commit(() -> steps().markNotDone(fence, CHARGED, Kind.EXTERNAL))).isFalse();
      assertThat(recorded(fence).get(0).result()).isEqualTo(RESULT);
    }

    @Test
    void beginningRenewsTheLease() {
      Fence fence = claim(claimant(SHORT));
      commit(() -> steps().begin(fence, CHARGED, LONG));
      assertThat(committed().timing().leaseLeft()).isGreaterThan(LONG.dividedBy(2));
    }

    @Test
    void theFirstBeginCounts() {
      Fence fence = claim(claimant(SHORT));
      commit(() -> steps().begin(fence, CHARGED, SHORT));
      awaitDeadLease();
      Fence next = claimAgain(claimant(LONG));
      commit(() -> steps().begin(next, CHARGED, LONG));
      assertThat(recorded(next).get(0).age()).isGreaterThanOrEqualTo(SHORT);
      assertThat(recorded(next)).hasSize(1);
    }

    @Test
    void aStepKnownNotToBeDoneKeepsItsPlaceAndBeginsAnew() {
      Fence fence = claim(claimant(LONG));
      commit(() -> steps().begin(fence, CHARGED, LONG));
      awaitSoon(() -> recorded(fence).get(0).age().compareTo(SHORT) >= 0);
      assertThat(commit(() -> steps().markNotDone(fence, CHARGED, Kind.EXTERNAL))).isTrue();
      assertThat(described(recorded(fence))).containsExactly("charged EXTERNAL NOT_DONE");
      Duration before = recorded(fence).get(0).age();
      commit(() -> steps().begin(fence, CHARGED, LONG));
      assertThat(before).isGreaterThanOrEqualTo(SHORT);
      assertThat(recorded(fence).get(0).age()).isLessThan(before);
    }

    @Test
    void aPhaseThatFailedKeepsItsPlaceAndMayBeCompleted() {
      Fence fence = claim(claimant(LONG));
      assertThat(commit(() -> steps().markNotDone(fence, RECORDED, Kind.PHASE))).isTrue();
      commit(() -> steps().completePhase(fence, CHARGED, RESULT));
      assertThat(described(recorded(fence)))
          .containsExactly("recorded PHASE NOT_DONE", "charged PHASE DONE");
      assertThat(commit(() -> steps().completePhase(fence, RECORDED, RESULT))).isTrue();
      assertThat(described(recorded(fence)))
          .containsExactly("recorded PHASE DONE", "charged PHASE DONE");
    }

    @Test
    void stepsStayInLaterAttemptsAndGoWithTheirLife() {
      Fence fence = claim(claimant(SHORT));
      commit(() -> steps().completePhase(fence, RECORDED, RESULT));
      awaitDeadLease();
      Fence next = claimAgain(claimant(LONG));
      assertThat(described(recorded(next))).containsExactly("recorded PHASE DONE");
      finish(next, CREATED, Retention.of(SHORT));
      awaitExpiry();
      assertThat(recorded(replaceExpired(OTHER_FINGERPRINT, claimant(LONG)))).isEmpty();
    }

    @Test
    void namesAndResultsComeBackAsTheyWere() {
      Fence fence = claim(claimant(LONG));
      Place odd = new Place(7, "caf\u00e9 \u20ac '; -- ?1 :x");
      byte[] bytes =
          "{\"a\":[null,1.50,\"\u00e9\"]}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
      commit(() -> steps().completePhase(fence, odd, bytes));
      assertThat(recorded(fence).get(0).place()).isEqualTo(odd);
      assertThat(recorded(fence).get(0).result()).isEqualTo(bytes);
    }
  }

  /** A statement that only the owner may make. */
  @FunctionalInterface
  interface Owners {
    boolean by(Fence fence);
  }

  Stream<Arguments> statements() {
    return Stream.of(
        Arguments.of("a phase", (Owners) fence -> steps().completePhase(fence, RECORDED, RESULT)),
        Arguments.of("a begin", (Owners) fence -> steps().begin(fence, CHARGED, LONG)),
        Arguments.of("a result", (Owners) fence -> steps().finish(fence, CHARGED, RESULT)),
        Arguments.of(
            "a mark", (Owners) fence -> steps().markNotDone(fence, CHARGED, Kind.EXTERNAL)));
  }

  /** A record whose step "charged" has begun. */
  private Fence begun(Duration lease) {
    Fence fence = claim(claimant(lease));
    commit(() -> steps().begin(fence, CHARGED, lease));
    return fence;
  }

  @Nested
  class WithoutTheFence {

    static Stream<String> names() {
      return Stream.of("a phase", "a begin", "a result", "a mark");
    }

    private Owners statement(String name) {
      return statements()
          .filter(statement -> statement.get()[0].equals(name))
          .map(statement -> (Owners) statement.get()[1])
          .findFirst()
          .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aSupersededOwnerChangesNothing(String name) {
      Fence fence = begun(SHORT);
      awaitDeadLease();
      Fence next = claimAgain(claimant(LONG));
      List<String> before = described(recorded(next));
      assertThat(commit(() -> statement(name).by(fence))).isFalse();
      assertThat(described(recorded(next))).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("names")
    void anotherTokenOfTheSameAttemptChangesNothing(String name) {
      Fence fence = begun(LONG);
      Fence forged = new Fence(fence.id(), fence.attempt(), java.util.UUID.randomUUID());
      assertThat(commit(() -> statement(name).by(forged))).isFalse();
      assertThat(described(recorded(fence))).containsExactly("charged EXTERNAL BEGUN");
    }

    @ParameterizedTest
    @MethodSource("names")
    void anotherAttemptOfTheSameTokenChangesNothing(String name) {
      Fence fence = begun(LONG);
      Fence forged = new Fence(fence.id(), fence.attempt() + 1, fence.token());
      assertThat(commit(() -> statement(name).by(forged))).isFalse();
      assertThat(described(recorded(fence))).containsExactly("charged EXTERNAL BEGUN");
    }

    @ParameterizedTest
    @MethodSource("names")
    void anOwnerThatHasFinishedChangesNothing(String name) {
      Fence fence = begun(LONG);
      finish(fence, CREATED, Retention.FOREVER);
      assertThat(commit(() -> statement(name).by(fence))).isFalse();
      assertThat(described(recorded(fence))).containsExactly("charged EXTERNAL BEGUN");
    }

    @ParameterizedTest
    @MethodSource("names")
    void nobodyTakesOverWhileAStatementsTransactionIsOpen(String name) throws Exception {
      Fence fence = begun(SHORT);
      awaitDeadLease();
      try (HeldTransaction held = hold(() -> statement(name).by(fence))) {
        Future<Boolean> locked = onAnotherThread(() -> inNew(() -> store().lock(id).isPresent()));
        assertThat(result(locked)).isFalse();
        held.rollBack();
      }
    }
  }

  @Nested
  class GivingBack {

    @Test
    void aRecordWithAStepThatMayHaveTakenEffectNeverExpires() {
      Fence fence = begun(LONG);
      commit(() -> store().markRetryable(fence, Retention.of(SHORT)));
      assertThat(committed().timing().expiresIn()).isNull();
      assertThat(committed().retryable()).isTrue();
    }

    @Test
    void aRecordWhoseStepsAreKnownNotToBeDoneDoes() {
      Fence fence = begun(LONG);
      commit(() -> steps().markNotDone(fence, CHARGED, Kind.EXTERNAL));
      commit(() -> store().markRetryable(fence, Retention.of(LONG)));
      assertThat(committed().timing().expiresIn()).isNotNull();
    }

    @Test
    void aLateResultIsKeptWithoutTheFence() {
      Fence fence = begun(SHORT);
      awaitDeadLease();
      Fence next = claimAgain(claimant(LONG));
      commit(
          () -> {
            steps().keepEvidence(fence, CHARGED, RESULT);
            return true;
          });
      assertThat(described(recorded(next))).containsExactly("charged EXTERNAL BEGUN");
    }
  }
}
