// SPDX-License-Identifier: Apache-2.0
/** What the suite deploys: one kind of guarded bean each. Internal. */
package dev.idempotency.servertests.app;
