// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.Response;

/** What the methods throw beside {@code WebApplicationException}; public for Payara's proxies. */
public final class Failure {

  private Failure() {}

  /** Nothing maps it. */
  public static final class Unmapped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unmapped() {
      super("nothing maps this");
    }
  }

  /** Mapped to the status that it carries. */
  public static final class Mapped extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    Mapped(int status) {
      super("mapped to " + status);
      this.status = status;
    }

    Response toResponse() {
      return Answers.text(status, "mapped");
    }
  }

  /** Mapped by its own mapper, and checked. */
  public static final class Checked extends Exception {
    private static final long serialVersionUID = 1L;

    Checked() {
      super("checked");
    }
  }

  /** Its mapper throws. */
  public static final class OfMapper extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OfMapper() {
      super("the mapper of this throws");
    }
  }

  /** Its mapper answers nothing, which means no content. */
  public static final class Emptied extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Emptied() {
      super("mapped to nothing");
    }
  }
}
