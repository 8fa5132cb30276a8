// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Renewed leases, in rows beside the records: a renewal that changed the record itself would fail
 * its owner's outcome under a snapshot that is older. A row counts for the claim whose token it
 * carries; the later of record and row is the lease.
 *
 * <p>Every method runs in the transaction that is active on the calling thread; none begins, ends
 * or marks one. Time is the database's {@code clock_timestamp()}. Safe for concurrent use. Any
 * method throws {@link StoreException} where the statement failed; the transaction is then
 * unusable.
 */
public interface LeaseStore {

  /**
   * A claim that is to be respected for longer.
   *
   * @param fence the claim
   * @param staleAfter for how long from now
   */
  record Renewal(Fence fence, Duration staleAfter) {}

  /**
   * Renews the leases of claims that still hold their record, in one statement (P29). Skips a
   * record that somebody holds to take it; an outcome that is written but not committed is no
   * obstacle. Until the transaction ends nobody can take a record whose lease it renewed. Waits at
   * most a second.
   *
   * @param due the claims, each once
   * @return those that were renewed
   */
  Set<Fence> renew(Collection<Renewal> due);

  /**
   * Reads what is left of a claim's renewed lease, as it is when this statement begins (P30).
   *
   * @param fence the claim
   * @return what is left, zero or negative when it is dead; empty where it was never renewed
   */
  Optional<Duration> left(Fence fence);

  /**
   * Deletes the rows of claims whose call has ended, where the lease has run out.
   *
   * @param ended the claims
   */
  void deleteDead(Collection<Fence> ended);

  /** Deletes rows that nobody came back for: those dead for a day, a bounded number at once. */
  void deleteStrays();
}
