// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.phases;

/** What happens to one attempt of {@link PhasedWork}. */
public enum Luck {
  GOOD,
  /** The charge is made, its answer is lost. */
  CHARGE_TIMES_OUT,
  /** The gateway refuses before it does anything. */
  CHARGE_REFUSED,
  /** The method fails between the charge and the last phase. */
  FAILS_AFTER_CHARGE,
  /** The last phase breaks a constraint that PostgreSQL checks at commit. */
  SETTLING_FAILS_AT_COMMIT,
  /** The last phase throws. */
  SETTLING_THROWS,
  /** The last phase marks its transaction. */
  SETTLING_IS_MARKED
}
