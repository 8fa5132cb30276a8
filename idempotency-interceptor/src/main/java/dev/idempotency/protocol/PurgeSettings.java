// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;

/**
 * How this node purges.
 *
 * @param enabled whether it does
 * @param interval from the end of one pass to the next
 * @param batch how many records one transaction looks at
 */
public record PurgeSettings(boolean enabled, Duration interval, int batch) {}
