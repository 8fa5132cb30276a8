// SPDX-License-Identifier: Apache-2.0
/** What the suite deploys to be late: guarded beans that a test holds in their method. Internal. */
package dev.idempotency.servertests.fencing;
