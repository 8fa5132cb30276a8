// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * The call carries no usable key. Send exactly one key of 1 to 255 printable ASCII characters,
 * without a space at either end. Nothing was run and nothing was stored.
 */
public final class InvalidKeyException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /** What is wrong with the key. */
  public enum Reason {
    /** No key where one is required. */
    MISSING,
    /** Empty, blank, too long, or with a character that is not allowed. */
    MALFORMED,
    /** More than one key. */
    REPEATED
  }

  private final Reason reason;

  /**
   * Creates the exception.
   *
   * @param reason what is wrong
   * @param message fact and next step, without the key
   */
  public InvalidKeyException(Reason reason, String message) {
    super(message, null, null, null);
    this.reason = reason;
  }

  /**
   * Returns what is wrong with the key.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }
}
