// SPDX-License-Identifier: Apache-2.0
/** Brings the database to the schema of this version before anything reads it. Internal. */
@NullMarked
package dev.idempotency.payments.schema;

import org.jspecify.annotations.NullMarked;
