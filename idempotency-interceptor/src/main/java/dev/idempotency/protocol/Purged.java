// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * What purging came to.
 *
 * @param deleted records that had expired
 * @param givenBack records whose owner had been gone for their retention
 * @param unknown records that had, or were not retried for as long, with steps that may have taken
 *     effect
 */
public record Purged(long deleted, long givenBack, long unknown) {

  static final Purged NOTHING = new Purged(0, 0, 0);

  Purged plus(Purged other) {
    return new Purged(
        deleted + other.deleted, givenBack + other.givenBack, unknown + other.unknown);
  }

  boolean isNothing() {
    return equals(NOTHING);
  }
}
