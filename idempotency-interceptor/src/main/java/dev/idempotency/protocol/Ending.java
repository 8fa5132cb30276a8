// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import org.jspecify.annotations.Nullable;

/** How the guarded method ended. */
public sealed interface Ending {

  /**
   * It returned.
   *
   * @param value what it returned
   */
  record Returned(@Nullable Object value) implements Ending {}

  /**
   * It threw.
   *
   * @param failure what it threw, as thrown
   * @param declared whether the class is part of the method's contract: checked, or an application
   *     exception
   */
  record Threw(Throwable failure, boolean declared) implements Ending {}

  /**
   * Returns what the method threw.
   *
   * @return the exception, or null where the method returned
   */
  default @Nullable Throwable thrown() {
    return this instanceof Threw threw ? threw.failure() : null;
  }
}
