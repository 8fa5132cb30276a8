// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * The content can't be compared, and so must not be acted on: two readers could understand it
 * differently, or reading it would cost too much. The message says what is wrong and where, and
 * never shows any of the content.
 */
public final class ContentRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What a client has to change. */
  public enum Reason {
    /** The content breaks its own grammar or is ambiguous; over HTTP, 400. */
    MALFORMED,
    /** The content is beyond a limit; over HTTP, 413. */
    TOO_LARGE
  }

  private final Reason reason;

  private ContentRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  static ContentRefusedException malformed(String what, String fact, int offset) {
    return new ContentRefusedException(
        Reason.MALFORMED, "Malformed " + what + " at byte " + offset + ": " + fact);
  }

  static ContentRefusedException malformed(String what, String fact) {
    return new ContentRefusedException(Reason.MALFORMED, "Malformed " + what + ": " + fact);
  }

  static ContentRefusedException tooLarge(String what, int limit, String unit) {
    return new ContentRefusedException(
        Reason.TOO_LARGE, what + " is over the limit of " + limit + " " + unit);
  }

  /**
   * Returns what a client has to change.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }
}
