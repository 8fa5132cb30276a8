// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * What a test puts into a run at chosen points: a failure, a rendezvous, a death. Points are
 * counted from one, in the order in which they are reached.
 *
 * @param <P> the points
 */
final class Stage<P extends Enum<P>> {

  private record Cue<P>(P point, int nth, Runnable action) {}

  private final List<P> reached = new ArrayList<>();
  private final List<Cue<P>> cues = new ArrayList<>();

  /** Runs an action when a point is reached for the nth time; what it throws, the run meets. */
  synchronized void at(P point, int nth, Runnable action) {
    cues.add(new Cue<>(point, nth, action));
  }

  /** Runs an action whenever a point is reached. */
  void always(P point, Runnable action) {
    at(point, 0, action);
  }

  void reach(P point) {
    List<Runnable> actions = new ArrayList<>();
    synchronized (this) {
      reached.add(point);
      int nth = count(point);
      for (Cue<P> cue : cues) {
        if (cue.point() == point && (cue.nth() == nth || cue.nth() == 0)) {
          actions.add(cue.action());
        }
      }
    }
    actions.forEach(Runnable::run);
  }

  synchronized int count(P point) {
    return (int) reached.stream().filter(point::equals).count();
  }
}
