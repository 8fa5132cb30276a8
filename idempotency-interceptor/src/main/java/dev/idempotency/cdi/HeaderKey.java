// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.IncomingRequest;

/** The key in a request's header, which serves one record per operation and request (P3). */
final class HeaderKey {

  private HeaderKey() {}

  static void take(IncomingRequest request, GuardedMethod method) {
    if (!request.takeKey(method.operationName())) {
      throw new IllegalStateException(
          ("Operation %s was called a second time with the key of one request; the request's header"
                  + " serves one call per operation. Give %s a parameter annotated @IdempotencyKey,"
                  + " for example with a child key")
              .formatted(method.operationName(), method.where()));
    }
  }
}
