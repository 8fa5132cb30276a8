// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.util.Optional;

/** The fingerprints of one call, under the current algorithm and under those of old records. */
public interface Fingerprints {

  /**
   * Returns the fingerprint under the current algorithm.
   *
   * @return the same value on every call
   */
  Fingerprint current();

  /**
   * Returns the fingerprint under the algorithm that a record holds (P2).
   *
   * @param version the record's version
   * @return the fingerprint; empty where this code does not know the version
   */
  Optional<Fingerprint> under(int version);
}
