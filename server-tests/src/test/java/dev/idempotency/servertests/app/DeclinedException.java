// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

/** A checked business exception. */
public class DeclinedException extends Exception {
  private static final long serialVersionUID = 1L;

  public DeclinedException(String message) {
    super(message);
  }
}
