// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A message as its claim read it.
 *
 * @param id its id
 * @param destination where it is going
 * @param group the group within which the order is kept
 * @param attempt how often it has been claimed, this claim included
 * @param mediaType what the payload is
 * @param headers name to value, in order
 * @param payload what it carries
 */
@SuppressWarnings("ArrayRecordComponent") // Copied where it leaves the library, never compared.
public record ClaimedMessage(
    UUID id,
    String destination,
    Optional<String> group,
    int attempt,
    String mediaType,
    Map<String, String> headers,
    byte[] payload) {}
