// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import jakarta.ejb.ApplicationException;
import org.jspecify.annotations.Nullable;

/**
 * The gateway gave no answer about the charge. Rolls an EJB transaction back; what was charged
 * under the key stays charged.
 */
@ApplicationException(rollback = true)
public class GatewayException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Failure {
    /** Down, overloaded or too slow: the same call may succeed later. */
    UNAVAILABLE,
    /** Answered something that is not in its contract: the same call may succeed later. */
    UNINTELLIGIBLE,
    /** Knows the key with another payment: a defect of this application. */
    KEY_REUSED
  }

  private final Failure failure;

  GatewayException(Failure failure, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.failure = failure;
  }

  /**
   * Returns what went wrong.
   *
   * @return the kind of failure
   */
  public Failure failure() {
    return failure;
  }
}
