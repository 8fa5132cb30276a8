// SPDX-License-Identifier: Apache-2.0
/** What every resource answers when it refuses: problems as RFC 9457 describes them. Internal. */
@NullMarked
package dev.idempotency.payments.http;

import org.jspecify.annotations.NullMarked;
