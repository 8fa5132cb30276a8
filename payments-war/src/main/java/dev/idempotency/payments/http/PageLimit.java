// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.ws.rs.BadRequestException;
import org.jspecify.annotations.Nullable;

/**
 * How many entries a list shows at most: the query parameter {@code limit}, 1 to {@value #MAX}.
 *
 * @param entries the number of entries
 */
public record PageLimit(int entries) {

  /** What a list shows where the client does not say. */
  public static final String DEFAULT = "50";

  /** The longest list. */
  public static final int MAX = 200;

  /**
   * Reads the parameter; called by JAX-RS.
   *
   * @param text what the client sent
   * @return the limit
   * @throws BadRequestException with a problem as its entity if it is no number from 1 to {@value
   *     #MAX}
   */
  public static PageLimit valueOf(String text) {
    try {
      int entries = Integer.parseInt(text);
      if (entries >= 1 && entries <= MAX) {
        return new PageLimit(entries);
      }
    } catch (NumberFormatException e) {
      throw refused(e);
    }
    throw refused(null);
  }

  private static BadRequestException refused(@Nullable NumberFormatException cause) {
    Problem problem = Problem.invalid("limit", "must be a whole number from 1 to " + MAX);
    return new BadRequestException(problem.toResponse().build(), cause);
  }
}
