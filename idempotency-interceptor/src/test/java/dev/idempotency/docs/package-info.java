// SPDX-License-Identifier: Apache-2.0
/** Holds the documentation to what it shows. Internal. */
package dev.idempotency.docs;
