// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;

/** Serves everything under {@code api}, with a {@code Location} as it was written. */
@ApplicationPath("api")
public class ContractApplication extends Application {

  @Override
  public Map<String, Object> getProperties() {
    return Map.of("jersey.config.server.headers.location.relative.resolution.disabled", true);
  }
}
