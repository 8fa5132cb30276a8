// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;

/**
 * What became of a message that was sent.
 *
 * @param id the message's id, the same in every delivery
 * @param added whether this call added the message; it did not where {@link OutboxOptions#id} named
 *     one that is in the outbox already, as long as that is kept after its delivery
 */
public record OutboxReceipt(UUID id, boolean added) {}
