// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.StepStore;
import dev.idempotency.protocol.StoredStep;
import java.time.Duration;
import java.util.List;

/** For operations that take no steps. */
final class NoSteps implements StepStore {

  private static AssertionError noSteps() {
    return new AssertionError("these operations take no steps");
  }

  @Override
  public List<StoredStep> recorded(Fence fence) {
    throw noSteps();
  }

  @Override
  public boolean completePhase(Fence fence, StoredStep.Place place, byte[] result) {
    throw noSteps();
  }

  @Override
  public boolean begin(Fence fence, StoredStep.Place place, Duration staleAfter) {
    throw noSteps();
  }

  @Override
  public boolean finish(Fence fence, StoredStep.Place place, byte[] result) {
    throw noSteps();
  }

  @Override
  public boolean markNotDone(Fence fence, StoredStep.Place place, StoredStep.Kind kind) {
    throw noSteps();
  }

  @Override
  public void keepEvidence(Fence fence, StoredStep.Place place, byte[] result) {
    throw noSteps();
  }
}
