// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.interceptor.InvocationContext;

/**
 * Whether the body of one invocation was reached (P26). The outer interceptor attaches one to its
 * invocation, the inner one sets it, possibly on another thread.
 */
final class BodyMark {

  private static final String KEY = BodyMark.class.getName();

  private volatile boolean set;

  /** Attaches a mark of its own to an invocation. */
  static BodyMark attachTo(InvocationContext invocation) {
    BodyMark mark = new BodyMark();
    invocation.getContextData().put(KEY, mark);
    return mark;
  }

  /** Sets the invocation's mark; does nothing where the invocation is not guarded. */
  static void setOn(InvocationContext invocation) {
    if (invocation.getContextData().get(KEY) instanceof BodyMark mark) {
      mark.set = true;
    }
  }

  boolean isSet() {
    return set;
  }
}
