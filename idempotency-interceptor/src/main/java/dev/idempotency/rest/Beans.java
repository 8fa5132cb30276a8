// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.enterprise.inject.spi.CDI;

/** Looks beans up where the server makes the object that needs them and injects only JAX-RS. */
final class Beans {

  private Beans() {}

  static <T> T get(Class<T> type) {
    return CDI.current().select(type).get();
  }
}
