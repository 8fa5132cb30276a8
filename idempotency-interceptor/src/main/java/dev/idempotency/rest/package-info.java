// SPDX-License-Identifier: Apache-2.0
/**
 * Guarded calls over HTTP: the key's header, the captured request, the rendered response and the
 * problems. Internal, but for the two filters of clients, which applications register: {@link
 * dev.idempotency.rest.ChildKeyFilter} and {@link dev.idempotency.rest.CallerKeyFilter}. The only
 * package that knows JAX-RS; registers itself as a service of it.
 *
 * <p>A request passes {@link dev.idempotency.rest.RequestFilter}, the container's own checks, the
 * interceptor (which speaks to {@link dev.idempotency.rest.JaxRsRequest}), and {@link
 * dev.idempotency.rest.AnswerFilter}. What goes over the wire is in {@code docs/reference/http.md}.
 */
@NullMarked
package dev.idempotency.rest;

import org.jspecify.annotations.NullMarked;
