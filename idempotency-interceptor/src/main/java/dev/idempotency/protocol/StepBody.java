// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** The work of a step and the translation of its result, given by the adapter. */
@FunctionalInterface
public interface StepBody {

  /**
   * Does the work.
   *
   * @return the result as JSON
   * @throws Exception if the work fails or its result cannot be written
   */
  byte[] run() throws Exception;
}
