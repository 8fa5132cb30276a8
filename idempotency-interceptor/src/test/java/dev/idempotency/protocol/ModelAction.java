// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.EnumSet;
import java.util.Set;

/** How a call of a port goes. */
enum ModelAction {
  /** As it should. */
  GO,
  /** It fails; a commit that fails has rolled back. */
  FAIL,
  /** The commit happens, but its acknowledgement is lost. */
  COMMIT_UNACKNOWLEDGED,
  /** The connection is cut while the commit is under way; the database ends it when it likes. */
  LEAVE_IN_DOUBT,
  /** The lock time-out ends the wait. */
  TIME_OUT,
  /** The process dies before the call reaches the database. */
  DIE,
  /** The process dies after the database has committed. */
  COMMIT_AND_DIE;

  static final Set<ModelAction> OF_STATEMENT = EnumSet.of(GO, FAIL, DIE);
  static final Set<ModelAction> OF_COMMIT =
      EnumSet.of(GO, FAIL, COMMIT_UNACKNOWLEDGED, LEAVE_IN_DOUBT, DIE, COMMIT_AND_DIE);
  static final Set<ModelAction> OF_CALL_OUTSIDE =
      EnumSet.of(GO, FAIL, COMMIT_UNACKNOWLEDGED, DIE, COMMIT_AND_DIE);
  static final Set<ModelAction> OF_ROLLBACK = EnumSet.of(GO, DIE);
  static final Set<ModelAction> OF_BOUNDED_WAIT = EnumSet.of(GO, TIME_OUT, DIE);
  static final Set<ModelAction> OF_WAIT = EnumSet.of(GO, DIE);

  /** A begun transaction holds nothing yet, so a death there is one at the next point. */
  static final Set<ModelAction> OF_BEGIN = EnumSet.of(GO, FAIL);

  /** Nothing was written or locked, so a lost acknowledgement is a failure like any other. */
  static final Set<ModelAction> OF_EMPTY_END = EnumSet.of(GO, FAIL, DIE);

  static final Set<ModelAction> ONLY_GO = EnumSet.of(GO);

  /** Whether it draws on the run's faults. */
  boolean isFault() {
    return this != GO && this != TIME_OUT;
  }
}
