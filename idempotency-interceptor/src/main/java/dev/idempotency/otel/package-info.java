// SPDX-License-Identifier: Apache-2.0
/** Calls as OpenTelemetry counts them, where the server offers it and no MicroProfile Metrics. Internal. */
@NullMarked
package dev.idempotency.otel;

import org.jspecify.annotations.NullMarked;
