// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

/** The deployment descriptor alone says that it is an application exception that commits. */
public class DescribedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DescribedException(String message) {
    super(message);
  }
}
