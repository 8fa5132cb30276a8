// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The statements about steps of one node of the model: a point before each. */
final class ModelStepStore implements StepStore {

  private final ModelStatements statements;
  private final InMemoryStepStore steps;

  ModelStepStore(ModelWorld world, ModelStatements statements) {
    this.statements = statements;
    this.steps = world.database().steps();
  }

  @Override
  public List<StoredStep> recorded(Fence fence) {
    return statements.run(
        "recorded",
        () -> steps.recorded(fence),
        found ->
            found.stream()
                .map(step -> step.place().name() + step.state() + step.age())
                .collect(Collectors.joining()));
  }

  @Override
  public boolean completePhase(Fence fence, Place place, byte[] result) {
    return statements.changeOwn(
        fence, "complete " + place.name(), () -> steps.completePhase(fence, place, result));
  }

  @Override
  public boolean begin(Fence fence, Place place, Duration staleAfter) {
    return statements.changeOwn(
        fence, "begin " + place.name(), () -> steps.begin(fence, place, staleAfter));
  }

  @Override
  public boolean finish(Fence fence, Place place, byte[] result) {
    return statements.changeOwn(
        fence, "finish " + place.name(), () -> steps.finish(fence, place, result));
  }

  @Override
  public boolean markNotDone(Fence fence, Place place, Kind kind) {
    return statements.changeOwn(
        fence, "not done " + place.name(), () -> steps.markNotDone(fence, place, kind));
  }

  @Override
  public void keepEvidence(Fence fence, Place place, byte[] result) {
    statements.change(
        "evidence",
        () -> {
          steps.keepEvidence(fence, place, result);
          return true;
        });
  }
}
