// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.UnreadableRecordException;
import dev.idempotency.fingerprint.Fingerprint;

/**
 * One guarded call, captured once before anything runs (P1).
 *
 * @param identity which record it means
 * @param fingerprints what it is compared by
 * @param operation the operation's settings
 * @param activeTransaction whose a transaction is that is active when the call arrives
 */
public record Call(
    RecordIdentity identity,
    Fingerprints fingerprints,
    Operation operation,
    ActiveTransaction activeTransaction) {

  RecordId id() {
    return identity.id();
  }

  /**
   * Compares under the version that the record holds (P2); an unknown version fails closed.
   *
   * @throws UnreadableRecordException if this code does not know the version
   */
  boolean matches(Fingerprint stored) {
    return fingerprints
        .under(stored.version())
        .orElseThrow(
            () ->
                new UnreadableRecordException(
                    "Record %s was compared by fingerprint version %d, which this code does not know"
                            .formatted(id(), stored.version())
                        + "; deploy the code that wrote it, or let an operator look at the record",
                    id().value()))
        .equals(stored);
  }
}
