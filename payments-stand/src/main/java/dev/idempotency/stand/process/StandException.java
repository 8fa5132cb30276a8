// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import org.jspecify.annotations.Nullable;

/** The stand cannot do what was asked; the message names the fact, the value and the next step. */
public class StandException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Without a cause. */
  public StandException(String message) {
    super(message);
  }

  /** With the cause that the message explains. */
  public StandException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
