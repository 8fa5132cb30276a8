// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What the wiring tells an operator, once, at start. */
final class Log {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  private Log() {}

  static void warn(String message) {
    LOGGER.log(Level.WARNING, message);
  }

  static void warn(String message, Throwable cause) {
    LOGGER.log(Level.WARNING, message, cause);
  }
}
