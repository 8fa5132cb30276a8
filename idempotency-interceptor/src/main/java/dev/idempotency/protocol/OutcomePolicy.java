// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what an ending means for the key (P25). Immutable.
 *
 * <p>In this order: a listed status, a listed exception class (the nearest superclass wins), the
 * default of the status, the default of the class. Defaults: 408, 425, 429 and 5xx are a retry,
 * every other status is the outcome, unless an inner guarded call was refused for now; without a
 * status, unchecked exceptions and errors are a retry, checked and application exceptions are the
 * outcome.
 */
public final class OutcomePolicy {

  /** Only the defaults. */
  public static final OutcomePolicy DEFAULTS = new OutcomePolicy(Map.of(), Map.of());

  private static final int NO_STATUS = 0;
  private static final int FIRST_SERVER_ERROR = 500;
  private static final Set<Integer> TRANSIENT_REFUSALS = Set.of(408, 425, 429);

  private final Map<Integer, Reaction> byStatus;
  private final Map<Class<? extends Throwable>, Reaction> byClass;

  /**
   * Creates a policy.
   *
   * @param byStatus reactions to listed statuses
   * @param byClass reactions to listed exception classes
   */
  public OutcomePolicy(
      Map<Integer, Reaction> byStatus, Map<Class<? extends Throwable>, Reaction> byClass) {
    this.byStatus = Map.copyOf(byStatus);
    this.byClass = new HashMap<>(byClass);
  }

  /**
   * Decides.
   *
   * @param ending how the method ended
   * @param status the HTTP status that the ending stands for, or 0 for none
   * @return what it means for the key
   */
  public Reaction reactionTo(Ending ending, int status) {
    Reaction listed = byStatus.get(status);
    if (listed == null) {
      listed = listedFor(ending.thrown());
    }
    return listed != null ? listed : defaultFor(ending, status);
  }

  private @Nullable Reaction listedFor(@Nullable Throwable failure) {
    Class<?> type = failure == null ? null : failure.getClass();
    for (; type != null; type = type.getSuperclass()) {
      Reaction reaction = byClass.get(type);
      if (reaction != null) {
        return reaction;
      }
    }
    return null;
  }

  private static Reaction defaultFor(Ending ending, int status) {
    if (isPassingRefusal(ending.thrown())) {
      return Reaction.RETRY;
    }
    if (status != NO_STATUS) {
      boolean isTransient = status >= FIRST_SERVER_ERROR || TRANSIENT_REFUSALS.contains(status);
      return isTransient ? Reaction.RETRY : Reaction.REPLAY;
    }
    boolean undeclared = ending instanceof Ending.Threw threw && !threw.declared();
    return undeclared ? Reaction.RETRY : Reaction.REPLAY;
  }

  /** What a guarded call inside the method was refused with for now is no outcome of this one. */
  private static boolean isPassingRefusal(@Nullable Throwable failure) {
    return failure instanceof IdempotencyException refusal && refusal.retryAfter().isPresent();
  }
}
