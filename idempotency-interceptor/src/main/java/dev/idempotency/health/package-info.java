// SPDX-License-Identifier: Apache-2.0
/** The store's part in MicroProfile Health, where the server offers it. Internal. */
@NullMarked
package dev.idempotency.health;

import org.jspecify.annotations.NullMarked;
