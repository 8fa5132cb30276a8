// SPDX-License-Identifier: Apache-2.0
/** What an application may replace by a CDI bean of its own. Public API. */
@NullMarked
package dev.idempotency.spi;

import org.jspecify.annotations.NullMarked;
