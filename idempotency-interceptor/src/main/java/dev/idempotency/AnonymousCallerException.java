// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * The call carries a key, but nobody is authenticated, and the operation refuses that ({@link
 * AnonymousCallers#REFUSED}). Nothing was run or looked up. Authenticate and repeat.
 */
public final class AnonymousCallerException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   */
  public AnonymousCallerException(String message) {
    super(message, null, null, null);
  }
}
