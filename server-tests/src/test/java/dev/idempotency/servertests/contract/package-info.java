// SPDX-License-Identifier: Apache-2.0
/** The HTTP contract, case by case, from outside: over sockets, and by reading rows. Internal. */
package dev.idempotency.servertests.contract;
