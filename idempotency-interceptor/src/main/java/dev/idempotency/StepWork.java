// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * The work of a step.
 *
 * @param <T> what it results in
 * @param <X> the checked exception that it may throw; inferred as {@link RuntimeException} where it
 *     throws none
 */
@FunctionalInterface
public interface StepWork<T extends @Nullable Object, X extends Exception> {

  /**
   * Does the work.
   *
   * @return the result, which is stored as JSON
   * @throws X if it fails
   */
  T run() throws X;
}
