// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.lang.reflect.UndeclaredThrowableException;

/** Throws on what a body threw, unchanged where Java allows that. */
final class Rethrown {

  private Rethrown() {}

  static Exception of(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof Exception e ? e : new UndeclaredThrowableException(failure);
  }
}
