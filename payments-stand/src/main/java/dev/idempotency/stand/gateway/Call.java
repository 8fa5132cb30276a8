// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import org.jspecify.annotations.Nullable;

/**
 * A call that reached the gateway.
 *
 * @param key its idempotency key, null if it had none
 * @param path the path that was called
 * @param at when it arrived, ISO-8601 in UTC
 * @param status the status that it was answered with, null while it is held or if it never was
 */
public record Call(@Nullable String key, String path, String at, @Nullable Integer status) {}
