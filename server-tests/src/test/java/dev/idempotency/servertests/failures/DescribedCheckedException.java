// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

/** Checked; the deployment descriptor alone says that it rolls back. */
public class DescribedCheckedException extends Exception {
  private static final long serialVersionUID = 1L;

  DescribedCheckedException(String message) {
    super(message);
  }
}
