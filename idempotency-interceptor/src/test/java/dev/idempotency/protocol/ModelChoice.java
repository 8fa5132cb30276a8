// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way for the run to go on: a thread's next call, or something that happens around them. */
sealed interface ModelChoice {

  /** A thread goes on. */
  record Turn(ModelThread thread, ModelPoint point, ModelAction action) implements ModelChoice {
    @Override
    public String toString() {
      String how = action == ModelAction.GO ? "" : " " + action;
      return thread.name() + ": " + point.name() + how;
    }
  }

  /** Time passes, or the database ends what was left in doubt. */
  record Happening(String name, Runnable event) implements ModelChoice {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Chooses; null ends the run here. */
  @FunctionalInterface
  interface Chooser {
    @Nullable ModelChoice choose(List<ModelChoice> choices);
  }
}
