// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import jakarta.ejb.ApplicationException;

/** An application exception that lets an EJB's transaction commit. */
@ApplicationException(rollback = false)
public class CommittingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommittingException(String message) {
    super(message);
  }
}
