// SPDX-License-Identifier: Apache-2.0
/** Guarded methods that send requests, and the service that gets them. Internal. */
package dev.idempotency.servertests.childkeys;
