// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the gateway treats charge calls, as {@code PUT /behaviour} takes it; null means not asked
 * for.
 *
 * @param delayMs milliseconds before anything is done
 * @param hold keep the call open until the next behaviour is set, then go on as that one says
 * @param status answer with this status, 400 to 599, and book nothing
 * @param dropAfterCharge book the charge, then close the connection without an answer
 * @param times treat only the first calls so, the later ones normally; at least 1
 */
public record Behaviour(
    @Nullable Long delayMs,
    @Nullable Boolean hold,
    @Nullable Integer status,
    @Nullable Boolean dropAfterCharge,
    @Nullable Integer times) {

  /** Every call is taken, booked and answered at once. */
  public static final Behaviour NORMAL = new Behaviour(null, null, null, null, null);

  private static final int FIRST_ERROR = 400;
  private static final int LAST_ERROR = 599;

  /** Checks the ranges. */
  public Behaviour {
    require(delayMs == null || delayMs >= 0, "delay_ms must be 0 or more", delayMs);
    require(
        status == null || (status >= FIRST_ERROR && status <= LAST_ERROR),
        "status must be from 400 to 599",
        status);
    require(times == null || times >= 1, "times must be 1 or more", times);
  }

  private static void require(boolean holds, String rule, @Nullable Object value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", was " + value);
    }
  }

  /** Keeps calls open. */
  public static Behaviour holding() {
    return new Behaviour(null, true, null, null, null);
  }

  /** Answers with an error. */
  public static Behaviour answering(int status) {
    return new Behaviour(null, null, status, null, null);
  }

  /** Takes its time, then does as usual. */
  public static Behaviour delaying(Duration delay) {
    return new Behaviour(delay.toMillis(), null, null, null, null);
  }

  /** Books the charge and loses the answer. */
  public static Behaviour droppingAfterCharge() {
    return new Behaviour(null, null, null, true, null);
  }

  /** The same for the first n calls only. */
  public Behaviour times(int n) {
    return new Behaviour(delayMs, hold, status, dropAfterCharge, n);
  }

  boolean holds() {
    return Boolean.TRUE.equals(hold);
  }

  boolean dropsAfterCharge() {
    return Boolean.TRUE.equals(dropAfterCharge);
  }

  Duration delay() {
    return delayMs == null ? Duration.ZERO : Duration.ofMillis(delayMs);
  }
}
