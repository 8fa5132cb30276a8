// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * Something that is compared between a call and its retry. It is captured once, before anything
 * runs (P1), and can be fingerprinted under every version that this release knows, because a retry
 * is compared under the version that the record holds (P2). Immutable and safe for concurrent use.
 */
@FunctionalInterface
public interface FingerprintSource {

  /**
   * Computes the fingerprint. Each call computes it anew.
   *
   * @param version the version of the algorithm: {@link Fingerprint#CURRENT_VERSION} for a new
   *     record, the record's own for a retry
   * @return the fingerprint
   * @throws ContentRefusedException if the content is malformed, ambiguous or beyond a limit
   * @throws UnknownFingerprintVersionException if this release doesn't know the version
   */
  Fingerprint fingerprint(int version);
}
