// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

/** An entity whose writer fails. */
record Unwritable(boolean halfway) {}
