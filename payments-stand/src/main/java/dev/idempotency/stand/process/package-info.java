// SPDX-License-Identifier: Apache-2.0
/** Child processes: starting, signalling, and not leaving any behind. Internal. */
@NullMarked
package dev.idempotency.stand.process;

import org.jspecify.annotations.NullMarked;
