// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.UUID;

/**
 * What every statement of an owner matches beside the state (P16): a claim that was superseded
 * changes no row.
 *
 * @param id the record
 * @param attempt the fencing number, growing with every claim of the record
 * @param token the claim's own token
 */
public record Fence(RecordId id, long attempt, UUID token) {}
