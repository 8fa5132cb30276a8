// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import org.jspecify.annotations.Nullable;

/** Somebody else has the port that a service of the stand needs. */
public final class PortTakenException extends StandException {

  private static final long serialVersionUID = 1L;

  PortTakenException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
