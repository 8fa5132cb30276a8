// SPDX-License-Identifier: Apache-2.0
/** What the suite deploys to claim in the work's own transaction. Internal. */
package dev.idempotency.servertests.single;
