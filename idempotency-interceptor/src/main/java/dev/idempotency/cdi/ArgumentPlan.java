// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.List;

/**
 * What each argument of a value call is for.
 *
 * @param keyIndex where the key is, or {@link #NO_KEY} where it comes from the request's header
 * @param compared where the arguments are that a retry is compared by, in order
 */
record ArgumentPlan(int keyIndex, List<Integer> compared) {

  static final int NO_KEY = -1;

  boolean hasKey() {
    return keyIndex != NO_KEY;
  }
}
