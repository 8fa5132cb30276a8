// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.List;

/** Whether the database is set up so that the guarantees hold. Asked once, at start. */
public interface StoreChecks {

  /**
   * Reads the database's settings in a transaction of its own.
   *
   * @return one sentence for each setting that weakens a guarantee, with its value and its remedy;
   *     empty where all is well
   * @throws RuntimeException if the database cannot be asked
   */
  List<String> warnings();

  /**
   * Looks, in a transaction of its own, for what the application may still make while it starts.
   *
   * @return one sentence for each thing that isn't there; empty where all is
   * @throws RuntimeException if the database cannot be asked
   */
  List<String> missing();
}
