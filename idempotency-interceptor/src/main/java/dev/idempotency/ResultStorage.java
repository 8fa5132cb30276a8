// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/** Whether an outcome's content is stored. */
public enum ResultStorage {
  /** As the setting {@code store-result} says; stored by default. */
  CONFIGURED,
  /** A retry gets the first answer again. */
  STORED,
  /**
   * It is only stored that the call is done, with its status and listed headers. A retry does not
   * run and is refused with {@link OutcomeNotKeptException}.
   */
  NOT_STORED
}
