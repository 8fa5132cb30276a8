// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol: claim, work, finalize, settle. Internal. Plain Java; knows no container and no SQL.
 *
 * <p>Rule numbers (P1 …) refer to {@code docs/internals/protocol.md}, where its words are told as
 * well: ending, conclusion, mark, settle and the rest. Start at {@link
 * dev.idempotency.protocol.Protocols}.
 */
@NullMarked
package dev.idempotency.protocol;

import org.jspecify.annotations.NullMarked;
