// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of the one call that is under way, and says at which one it is broken off.
 * Thread-safe.
 */
final class Trigger {

  /** What runs beside the calls: renewals, the purge, and the relay of the outbox. */
  private static final Set<String> BACKGROUND =
      Set.of(
          "INSERT INTO idempotency_lease",
          "DELETE FROM idempotency_lease",
          "AS batch",
          "UPDATE idempotency_outbox",
          "DELETE FROM idempotency_outbox");

  private final List<String> seen = new ArrayList<>();
  private @Nullable CrashPoint target;
  private Runnable onCrash = () -> {};
  private boolean counting;
  private boolean fired;

  /** Counts the requests from now on. */
  synchronized void count() {
    arm(null, () -> {});
  }

  /** Breaks off at a point, and does something more at that moment. */
  synchronized void arm(@Nullable CrashPoint point, Runnable atThatMoment) {
    seen.clear();
    target = point;
    onCrash = atThatMoment;
    fired = false;
    counting = true;
  }

  /** Lets everything pass; whether it was broken off. */
  synchronized boolean disarm() {
    counting = false;
    return fired;
  }

  /** What was counted, in order. */
  synchronized List<String> seen() {
    return List.copyOf(seen);
  }

  /** On which side of this request to break off; null for neither. */
  CrashPoint.@Nullable Side sideOf(String sql) {
    Runnable action;
    CrashPoint.Side side;
    synchronized (this) {
      if (!counting || BACKGROUND.stream().anyMatch(sql::contains)) {
        return null;
      }
      seen.add(sql);
      if (fired || target == null || !isReached(target, sql)) {
        return null;
      }
      fired = true;
      side = target.side();
      action = onCrash;
    }
    if (side != CrashPoint.Side.AFTER) {
      action.run();
    }
    return side;
  }

  /** A pool looks at its connections when it likes, so requests are counted by what they say. */
  private boolean isReached(CrashPoint point, String sql) {
    return sql.equals(point.sql()) && Collections.frequency(seen, sql) == point.occurrence();
  }

  /** The answer that gets lost is here. */
  void lost() {
    Runnable action;
    synchronized (this) {
      action = onCrash;
    }
    action.run();
  }
}
