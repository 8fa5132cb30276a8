// SPDX-License-Identifier: Apache-2.0
/** What makes the contract's application one of many tenants. */
package dev.idempotency.servertests.contract.tenant;
