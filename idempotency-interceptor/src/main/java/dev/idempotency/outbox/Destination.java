// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.spi.OutboxDelivery;

/**
 * A destination of this node.
 *
 * @param name how it is called
 * @param delivery delivers to it
 * @param terms how
 */
public record Destination(String name, OutboxDelivery delivery, DestinationTerms terms) {}
