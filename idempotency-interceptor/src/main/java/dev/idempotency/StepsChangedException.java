// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The steps that the code takes no longer match those that an earlier attempt recorded, so nobody
 * can tell what is left to do. Nothing was stored; a node that runs the code which recorded them
 * may still finish the call. Deploy that code, or let an operator resolve the record.
 */
public final class StepsChangedException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   */
  public StepsChangedException(String message, @Nullable UUID recordId) {
    super(message, recordId, null, null);
  }
}
