// SPDX-License-Identifier: Apache-2.0
/** Wires annotation, container and protocol: interceptor, extension, configuration. Internal. */
@NullMarked
package dev.idempotency.cdi;

import org.jspecify.annotations.NullMarked;
