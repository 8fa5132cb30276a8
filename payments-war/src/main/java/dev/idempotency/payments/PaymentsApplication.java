// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;

/** The JAX-RS application below {@code /payments/api}; its resources and providers are found. */
@ApplicationPath("api")
public class PaymentsApplication extends Application {

  /**
   * Keeps {@code Location} as it was written. Jersey would put scheme and host of the first request
   * before it, which a replay on another node or behind another proxy could not repeat; RESTEasy
   * leaves it alone and ignores the property.
   *
   * @return the properties of the JAX-RS implementation
   */
  @Override
  public Map<String, Object> getProperties() {
    return Map.of("jersey.config.server.headers.location.relative.resolution.disabled", true);
  }
}
