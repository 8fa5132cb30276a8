// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import jakarta.ejb.ApplicationException;

/** An application exception that rolls back. */
@ApplicationException(rollback = true)
public class RollingBackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RollingBackException(String message) {
    super(message);
  }
}
