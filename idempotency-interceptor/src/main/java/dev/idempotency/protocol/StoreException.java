// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** A statement or a commit of the store failed. Nothing is known about why beyond the kind. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What failed, as far as the protocol cares. */
  public enum Kind {
    /** Waiting for another's lock ended (SQLSTATE 55P03). */
    LOCK_TIMEOUT,
    /** The transaction's snapshot is too old for the change, or a deadlock (40001, 40P01). */
    SERIALIZATION,
    /** Anything else: no connection, no rights, a commit that failed or whose answer was lost. */
    OTHER
  }

  private final Kind kind;

  /**
   * Creates the exception.
   *
   * @param kind what failed
   * @param message fact and value
   * @param cause the provider's exception
   */
  public StoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /**
   * Returns what failed.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }
}
