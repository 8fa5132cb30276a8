// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.EnumSet;
import java.util.Set;

/** The guards of the statements, which a test may take away from the fake database. */
enum Guard {
  /** An owner's statement matches the attempt. */
  ATTEMPT,
  /** An owner's statement matches the claim token. */
  TOKEN,
  /** An owner's statement matches the state. */
  STATE,
  /** A claim's statement matches the record as it was seen. */
  AS_SEEN,
  /** A record is locked and read anew before it is claimed again. */
  LOCK,
  /** Who locks a record skips one that somebody holds. */
  SKIP_LOCKED,
  /** A mark skips a record that somebody holds. */
  MARK_SKIPS,
  /** The insert is never tried against a record that is there. */
  WHERE_NOT_EXISTS,
  /** A live lease is respected. */
  LEASE,
  /** A renewal shares the record's key, so that nobody takes the record meanwhile. */
  KEY_SHARE,
  /** A takeover reads the renewed lease once more when it has the lock. */
  SECOND_READ,
  /** Who claims in the work's own transaction is alone at it. */
  ADVISORY_LOCK,
  /** What is final stays until it has expired. */
  EXPIRY;

  /** Nothing taken away. */
  static final Set<Guard> ALL = EnumSet.allOf(Guard.class);

  static Set<Guard> without(Guard... missing) {
    Set<Guard> left = EnumSet.allOf(Guard.class);
    left.removeAll(Set.of(missing));
    return left;
  }
}
