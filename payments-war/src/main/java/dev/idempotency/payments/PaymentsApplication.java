// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;

/** The JAX-RS application below {@code /payments/api}; its resources and providers are found. */
@ApplicationPath("api")
public class PaymentsApplication extends Application {

  /**
   * Settles what Jersey does otherwise than RESTEasy, which ignores these properties. {@code
   * Location} stays as it was written: with scheme and host of the first request before it, a
   * replay on another node or behind another proxy could not repeat it. And no WADL is served.
   *
   * @return the properties of the JAX-RS implementation
   */
  @Override
  public Map<String, Object> getProperties() {
    return Map.of(
        "jersey.config.server.headers.location.relative.resolution.disabled", true,
        "jersey.config.server.wadl.disableWadl", true);
  }
}
