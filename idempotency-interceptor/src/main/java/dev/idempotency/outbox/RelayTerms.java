// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;

/**
 * How the relay of a node works.
 *
 * @param poll how often it looks for what is due, beside being woken
 * @param batch the most messages of a destination that are claimed at once
 */
public record RelayTerms(Duration poll, int batch) {}
