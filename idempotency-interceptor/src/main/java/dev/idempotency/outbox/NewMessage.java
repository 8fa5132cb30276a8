// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.OutboxOptions;
import java.util.UUID;

/**
 * A message to be inserted.
 *
 * @param id its id
 * @param destination where it is going
 * @param payload what it carries
 * @param mediaType what that is
 * @param options the rest
 */
@SuppressWarnings("ArrayRecordComponent") // Handed through once, never compared.
public record NewMessage(
    UUID id, String destination, byte[] payload, String mediaType, OutboxOptions options) {}
