// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.UUID;

/**
 * Who wants the record: made once per call, so that a claim whose acknowledgement was lost
 * recognises its own token (P10).
 *
 * @param token the claim's token
 * @param newLife the seed of the life that this claim starts, if it starts one
 * @param node the owner's name for operators; never used to decide
 * @param staleAfter how long the claim is respected without a sign of life
 */
public record Claimant(UUID token, UUID newLife, String node, Duration staleAfter) {}
