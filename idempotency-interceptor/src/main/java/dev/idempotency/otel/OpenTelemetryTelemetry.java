// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.otel;

import dev.idempotency.spi.CallResult;
import dev.idempotency.spi.Telemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A histogram of the calls' durations by operation and result: it counts them, too.
 *
 * <p>{@code META-INF/beans.xml} leaves this package out where the server has no OpenTelemetry, or
 * has MicroProfile Metrics.
 */
@ApplicationScoped
class OpenTelemetryTelemetry implements Telemetry {

  private static final String SCOPE = "dev.idempotency";
  private static final String CALLS = "idempotency.calls";
  private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("operation");
  private static final AttributeKey<String> RESULT = AttributeKey.stringKey("result");
  private static final double NANOS_PER_SECOND = 1e9;

  /** As the semantic conventions have them for requests of HTTP (http.server.request.duration). */
  private static final List<Double> SECONDS =
      List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

  private final DoubleHistogram calls;

  /** For the container's proxy, which measures nothing itself. */
  protected OpenTelemetryTelemetry() {
    this(OpenTelemetry.noop());
  }

  /** Where the deployment has no telemetry of its own, nothing is measured. */
  @Inject
  OpenTelemetryTelemetry(Instance<OpenTelemetry> deployments) {
    this(deployments.isResolvable() ? deployments.get() : OpenTelemetry.noop());
  }

  OpenTelemetryTelemetry(OpenTelemetry telemetry) {
    this.calls =
        telemetry
            .getMeter(SCOPE)
            .histogramBuilder(CALLS)
            .setUnit("s")
            .setDescription("Guarded calls by operation and result")
            .setExplicitBucketBoundariesAdvice(SECONDS)
            .build();
  }

  @Override
  public void ended(String operation, CallResult result, Duration took) {
    calls.record(
        took.toNanos() / NANOS_PER_SECOND,
        Attributes.of(OPERATION, operation, RESULT, result.name().toLowerCase(Locale.ROOT)));
  }
}
