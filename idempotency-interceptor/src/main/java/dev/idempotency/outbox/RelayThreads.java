// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.protocol.Ticker;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What the relay runs on.
 *
 * @param executor runs deliveries and the relay's statements, on threads of the server
 * @param ticker runs the polls
 * @param nanoClock a monotonic clock in nanoseconds
 */
public record RelayThreads(Executor executor, Ticker ticker, LongSupplier nanoClock) {}
