// SPDX-License-Identifier: Apache-2.0
/** The suite that runs inside every supported server. Internal. */
package dev.idempotency.servertests;
