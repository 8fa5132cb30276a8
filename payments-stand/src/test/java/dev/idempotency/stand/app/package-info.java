// SPDX-License-Identifier: Apache-2.0
/** What the proofs add to the sample: operations under the protocol of two transactions. */
package dev.idempotency.stand.app;
