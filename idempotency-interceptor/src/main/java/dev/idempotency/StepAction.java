// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * The work of a step without a result.
 *
 * @param <X> the checked exception that it may throw; inferred as {@link RuntimeException} where it
 *     throws none
 */
@FunctionalInterface
public interface StepAction<X extends Exception> {

  /**
   * Does the work.
   *
   * @throws X if it fails
   */
  void run() throws X;
}
