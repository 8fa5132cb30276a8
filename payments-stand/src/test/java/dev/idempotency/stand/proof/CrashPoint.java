// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A place where a call can be broken off.
 *
 * @param request which of its requests to the database, from 1
 * @param occurrence how often the same request was made until then, this one included
 * @param side on which side of it
 * @param sql what it asks for
 */
record CrashPoint(int request, int occurrence, Side side, String sql) {

  private static final int SHOWN = 90;

  /** Where a connection is cut. */
  enum Side {
    /** The database never sees the request. */
    BEFORE,
    /** The database has done it, and its answer gets lost. */
    AFTER,
    /** The request is held on its way, and goes on later. */
    HELD
  }

  /** The points of a call, in order. */
  static List<CrashPoint> of(List<String> requests, Side... sides) {
    List<CrashPoint> points = new ArrayList<>();
    for (int at = 0; at < requests.size(); at++) {
      String sql = requests.get(at);
      int occurrence = Collections.frequency(requests.subList(0, at + 1), sql);
      for (Side side : sides) {
        points.add(new CrashPoint(at + 1, occurrence, side, sql));
      }
    }
    return points;
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
