// SPDX-License-Identifier: Apache-2.0
/** What the suite deploys to send messages and to receive them. Internal. */
package dev.idempotency.servertests.outbox;
