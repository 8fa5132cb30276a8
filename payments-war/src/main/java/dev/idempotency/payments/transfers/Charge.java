// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway answered, as the step keeps it.
 *
 * @param chargeId the charge, or null where it declined
 */
record Charge(@Nullable String chargeId) {

  static Charge of(Optional<String> answer) {
    return new Charge(answer.orElse(null));
  }
}
