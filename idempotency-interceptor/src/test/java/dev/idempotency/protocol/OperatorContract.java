// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.OperatorAction;
import dev.idempotency.OperatorDecision;
import dev.idempotency.RecordDetails;
import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import dev.idempotency.protocol.StoredStep.State;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** {@link OperatorStore}: what operators read and change (P39, P44). */
abstract class OperatorContract extends ContractPart {

  private static final Place RECORDED = new Place(0, "recorded");
  private static final Place CHARGED = new Place(1, "charged");
  private static final byte[] RESULT = {'4', '2'};

  OperatorContract(RecordStoreContract contract) {
    super(contract);
  }

  private Optional<RecordDetails> details() {
    return inNew(() -> operators().details(id));
  }

  /** A record with a phase that is done and an external step that has begun. */
  private Fence halfDone() {
    Fence fence = claim(claimant(LONG));
    inNew(() -> steps().completePhase(fence, RECORDED, RESULT));
    inNew(() -> steps().begin(fence, CHARGED, LONG));
    return fence;
  }

  private boolean giveBack(StoredRecord seen, Retention retention) {
    return inNew(() -> operators().giveBack(seen, UUID.randomUUID(), retention));
  }

  @Test
  void aRecordIsReadWithItsSteps() {
    assertThat(details()).isEmpty();
    halfDone();
    RecordDetails details = details().orElseThrow();
    assertThat(details.id()).isEqualTo(id.value());
    assertThat(details.state()).isEqualTo("IN_PROGRESS");
    assertThat(details.attempt()).isOne();
    assertThat(details.leaseLeft()).isPositive().isLessThanOrEqualTo(LONG);
    assertThat(details.steps())
        .extracting(RecordDetails.Step::name, RecordDetails.Step::kind, RecordDetails.Step::state)
        .containsExactly(
            Tuple.tuple("recorded", "PHASE", "DONE"), Tuple.tuple("charged", "EXTERNAL", "BEGUN"));
  }

  @Test
  void givingBackIsANewAttemptThatTheOwnerCannotFinish() {
    Fence fence = claim(claimant(LONG));
    StoredRecord seen = committed();
    assertThat(giveBack(seen, Retention.of(LONG))).isTrue();
    StoredRecord now = committed();
    assertThat(now.fence().attempt()).isEqualTo(2);
    assertThat(now.fence().token()).isNotEqualTo(fence.token());
    assertThat(now.state()).isEqualTo(RecordState.FAILED);
    assertThat(now.retryable()).isTrue();
    assertThat(now.life()).isEqualTo(seen.life());
    assertThat(now.timing().expiresIn()).isNotNull();
    boolean[] stored = new boolean[1];
    transactions()
        .inBusiness(() -> stored[0] = store().storeOutcome(fence, CREATED, Retention.FOREVER));
    assertThat(stored[0]).isFalse();
  }

  @Test
  void givingBackForgetsAFinalRefusalAndKeepsWhatMayHaveTakenEffect() {
    Fence fence = halfDone();
    finish(fence, DECLINED, Retention.of(LONG));
    assertThat(giveBack(committed(), Retention.of(LONG))).isTrue();
    assertThat(committed().storedOutcome()).isEmpty();
    assertThat(committed().timing().expiresIn()).isNull();
  }

  @Test
  void whatChangedSinceItWasSeenIsLeftAlone() {
    claim(claimant(SHORT));
    StoredRecord seen = committed();
    awaitDeadLease();
    claimAgain(claimant(LONG));
    Object before = lasting(committed());
    assertThat(giveBack(seen, Retention.FOREVER)).isFalse();
    assertThat(
            inNew(() -> operators().resolve(seen, UUID.randomUUID(), CREATED, Retention.FOREVER)))
        .isFalse();
    assertThat(lasting(committed())).isEqualTo(before);
  }

  @Test
  void aStepThatBeganIsResolvedAsDoneOrNotDone() {
    Fence fence = halfDone();
    assertThat(inNew(() -> operators().resolveStep(id, "recorded", RESULT))).isFalse();
    assertThat(inNew(() -> operators().resolveStep(id, "other", RESULT))).isFalse();
    assertThat(inNew(() -> operators().resolveStep(id, "charged", RESULT))).isTrue();
    StoredStep step = inNew(() -> steps().recorded(fence)).get(1);
    assertThat(step.state()).isEqualTo(State.DONE);
    assertThat(step.kind()).isEqualTo(Kind.EXTERNAL);
    assertThat(step.result()).isEqualTo(RESULT);
    assertThat(inNew(() -> operators().resolveStep(id, "charged", null))).isFalse();
  }

  @Test
  void aStepThatIsResolvedAsNotDoneHasNoResult() {
    Fence fence = halfDone();
    assertThat(inNew(() -> operators().resolveStep(id, "charged", null))).isTrue();
    StoredStep step = inNew(() -> steps().recorded(fence)).get(1);
    assertThat(step.state()).isEqualTo(State.NOT_DONE);
    assertThat(step.result()).isNull();
  }

  @Test
  void anOutcomeIsStoredUnderANewAttempt() {
    Fence fence = claim(claimant(LONG));
    Outcome outcome = Outcome.response(201, List.of(), "text/plain", RESULT);
    StoredRecord seen = committed();
    assertThat(
            inNew(() -> operators().resolve(seen, UUID.randomUUID(), outcome, Retention.of(LONG))))
        .isTrue();
    StoredRecord now = committed();
    assertThat(now.fence().attempt()).isEqualTo(fence.attempt() + 1);
    assertThat(now.isFinal()).isTrue();
    assertThat(now.storedOutcome()).get().usingRecursiveComparison().isEqualTo(outcome);
    assertThat(now.timing().expiresIn()).isNotNull();
  }

  @Test
  void anActionIsReadFromTheAuditLogNewestFirst() {
    claim(claimant(LONG));
    assertThat(inNew(() -> operators().actions(id))).isEmpty();
    audit(OperatorAction.Kind.RELEASED, null, "it hangs", true);
    audit(OperatorAction.Kind.STEP_DONE, "charged", "r".repeat(2000), false);
    List<OperatorAction> actions = inNew(() -> operators().actions(id));
    assertThat(actions)
        .extracting(OperatorAction::kind, OperatorAction::step, OperatorAction::forced)
        .containsExactly(
            Tuple.tuple(OperatorAction.Kind.STEP_DONE, "charged", false),
            Tuple.tuple(OperatorAction.Kind.RELEASED, null, true));
    assertThat(actions.get(1).who()).isEqualTo("olga");
    assertThat(actions.get(1).reason()).isEqualTo("it hangs");
    assertThat(actions.get(1).attempt()).isOne();
    assertThat(actions.get(0).acted()).isAfterOrEqualTo(actions.get(1).acted());
    assertThat(actions.get(0).reason()).isEqualTo("r".repeat(1000));
  }

  @Test
  void theAuditLogOutlivesItsRecord() {
    Fence fence = claim(claimant(LONG));
    audit(OperatorAction.Kind.RELEASED, null, "it hangs", false);
    assertThat(inNew(() -> store().delete(fence))).isTrue();
    assertThat(inNew(() -> operators().actions(id))).hasSize(1);
  }

  private void audit(OperatorAction.Kind kind, String step, String reason, boolean force) {
    Acting acting = new Acting("olga", new OperatorDecision(1, reason, force));
    inNew(
        () -> {
          operators().audit(id, kind, step, acting);
          return true;
        });
  }
}
