// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import dev.idempotency.payments.payload.PaymentRequest;
import java.util.Optional;

/** The payment gateway. Safe for concurrent use. */
public interface Gateway {

  /**
   * Charges the payer. The gateway charges once per key: the same key and payment again yields the
   * first charge.
   *
   * <p>Waits for the answer, at most for the setting {@code payments.gateway.timeout}; ends early
   * when the thread is interrupted, which stays interrupted. Uses no database connection.
   *
   * @param key the key under which the gateway recognises a repeated call
   * @param payment what to charge
   * @return the charge's id; empty where the gateway declined, which is final
   * @throws GatewayException if it is not known whether the payer was charged; the same key may be
   *     tried again where {@link GatewayException.Failure} says so
   */
  Optional<String> charge(String key, PaymentRequest payment);
}
