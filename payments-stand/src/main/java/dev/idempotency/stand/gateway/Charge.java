// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import org.jspecify.annotations.Nullable;

/**
 * Money that was really taken.
 *
 * @param chargeId the gateway's name for it
 * @param key the idempotency key of the call, null if it had none
 * @param amountInCents positive
 * @param accountNumber the account that was credited
 * @param at when it was booked, ISO-8601 in UTC
 */
public record Charge(
    String chargeId, @Nullable String key, long amountInCents, String accountNumber, String at) {}
