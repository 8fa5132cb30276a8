// SPDX-License-Identifier: Apache-2.0
/** What the suite deploys to take steps. Internal. */
package dev.idempotency.servertests.phases;
