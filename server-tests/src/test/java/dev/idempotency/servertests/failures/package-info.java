// SPDX-License-Identifier: Apache-2.0
/** Beans that fail in the ways that a container, a descriptor or another interceptor decides. */
package dev.idempotency.servertests.failures;
