// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.metrics;

import dev.idempotency.spi.CallResult;
import dev.idempotency.spi.Telemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Locale;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/**
 * A timer for each operation and result: it counts, and it tells how long the calls took.
 *
 * <p>{@code META-INF/beans.xml} leaves this package out where the server has no MicroProfile
 * Metrics.
 */
@ApplicationScoped
class MetricsTelemetry implements Telemetry {

  private static final String CALLS = "idempotency.calls";

  @Inject MetricRegistry registry;

  @Override
  public void ended(String operation, CallResult result, Duration took) {
    registry
        .timer(
            CALLS,
            new Tag("operation", operation),
            new Tag("result", result.name().toLowerCase(Locale.ROOT)))
        .update(took);
  }
}
