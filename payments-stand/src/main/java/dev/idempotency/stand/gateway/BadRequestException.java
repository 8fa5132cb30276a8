// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

/** The caller sent what the gateway does not understand; answered with 400 and the message. */
final class BadRequestException extends Exception {

  private static final long serialVersionUID = 1L;

  BadRequestException(String message) {
    super(message);
  }

  BadRequestException(String message, Throwable cause) {
    super(message, cause);
  }
}
