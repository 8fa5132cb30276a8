// SPDX-License-Identifier: Apache-2.0
/** What the suite deploys to be purged. Internal. */
package dev.idempotency.servertests.purge;
