// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.security;

/** The roles of the application, declared in {@code web.xml}. */
public final class Roles {

  /** Whoever makes payments. */
  public static final String CLIENT = "client";

  /** Whoever watches and repairs. */
  public static final String OPS = "ops";

  private Roles() {}
}
