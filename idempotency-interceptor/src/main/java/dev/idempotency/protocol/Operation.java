// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.Protocol;
import java.time.Duration;

/**
 * A guarded operation's settings, resolved and validated at deployment.
 *
 * @param name the operation's name, part of the record's identity
 * @param protocol how work and outcome commit together
 * @param lease for how long a claim keeps others away
 * @param retention how long an outcome is kept
 * @param retryAfterMax upper bound of the time that a busy caller is told to wait
 * @param waitBound how long a call waits for the outcome of a busy record; zero for not at all
 * @param policy what an ending means for the key
 */
public record Operation(
    String name,
    Protocol protocol,
    LeaseTerms lease,
    Retention retention,
    Duration retryAfterMax,
    Duration waitBound,
    OutcomePolicy policy) {}
