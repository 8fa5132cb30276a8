// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.net.URI;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the application's gateway as configured. */
@Dependent
class GatewayProducer {

  @Produces
  @ApplicationScoped
  static Gateway gateway(
      @ConfigProperty(name = "payments.gateway.url") URI url,
      @ConfigProperty(name = "payments.gateway.timeout") Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException(
          "payments.gateway.timeout must be positive, was " + timeout + ".");
    }
    return new HttpGateway(url, timeout);
  }
}
