// SPDX-License-Identifier: Apache-2.0
/** Application server nodes: how each server is started, and the supervisor over them. Public API. */
@NullMarked
package dev.idempotency.stand.node;

import org.jspecify.annotations.NullMarked;
