// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.OperatorDecision;

/**
 * An operator and what they decided.
 *
 * @param who the authenticated caller; empty for nobody
 * @param decision the attempt that was seen, and why
 */
public record Acting(String who, OperatorDecision decision) {}
