// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

/**
 * A place where a call can be broken off.
 *
 * @param request which of its requests to the database, from 1
 * @param side on which side of it
 * @param sql what it asks for
 */
record CrashPoint(int request, Side side, String sql) {

  private static final int SHOWN = 90;

  /** Where a connection is cut. */
  enum Side {
    /** The database never sees the request. */
    BEFORE,
    /** The database has done it, and its answer gets lost. */
    AFTER
  }

  @Override
  public String toString() {
    String line = sql.replace(";", "").strip().replaceAll("\\s+", " ");
    if (line.isEmpty()) {
      line = "(is the connection valid?)";
    }
    return "%d %s: %s"
        .formatted(request, side, line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line);
  }
}
