// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

/** What a guarded method does after it has inserted its row. */
public enum Behaviour {
  RETURN,
  THROW_UNCHECKED,
  THROW_CHECKED,
  THROW_ROLLING_BACK_APPLICATION_EXCEPTION,
  THROW_COMMITTING_APPLICATION_EXCEPTION,
  THROW_ERROR,
  SET_ROLLBACK_ONLY,
  FAIL_AT_FLUSH,
  FAIL_AT_COMMIT,
  RETURN_503,
  RETURN_INTERRUPTED,
  THROW_INTERRUPTED,
  THROW_402,
  THROW_403_AFTER_EFFECT,
  CALL_ITSELF
}
