// SPDX-License-Identifier: Apache-2.0
/** What the contract suite deploys: one guarded resource for each thing that a client can meet. */
package dev.idempotency.servertests.contract.app;
