// SPDX-License-Identifier: Apache-2.0
/**
 * Everything around the sample: database, quick lock, gateway simulator, mail sink and server nodes,
 * started by one command or by a test. Public API.
 */
@NullMarked
package dev.idempotency.stand;

import org.jspecify.annotations.NullMarked;
