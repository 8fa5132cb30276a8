// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The renewed leases on the fake database; passes {@link LeaseContract}. */
final class InMemoryLeaseStore implements LeaseStore {

  private static final Duration STRAY_AFTER = Duration.ofDays(1);

  private final InMemoryRecordStore database;
  private final FakeClock clock;
  private final FakeTable table;
  private final Set<Guard> guards;

  InMemoryLeaseStore(InMemoryRecordStore database, FakeClock clock, Set<Guard> guards) {
    this.database = database;
    this.clock = clock;
    this.table = database.table();
    this.guards = guards;
  }

  @Override
  public Set<Fence> renew(Collection<Renewal> due) {
    return due.stream()
        .filter(this::renewOne)
        .map(Renewal::fence)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean renewOne(Renewal renewal) {
    Fence fence = renewal.fence();
    FakeTransaction tx = database.current();
    boolean isOwners =
        guards.contains(Guard.KEY_SHARE)
            ? table.shareKeySkipLocked(tx, fence.id(), row -> database.isOwned(row, fence))
            : table.select(tx, fence.id()).filter(row -> database.isOwned(row, fence)).isPresent();
    if (!isOwners) {
      return false;
    }
    table.renewLease(tx, fence, clock.instant().plus(renewal.staleAfter()));
    return true;
  }

  @Override
  public Optional<Duration> left(Fence fence) {
    return table
        .lease(database.current(), fence)
        .filter(until -> guards.contains(Guard.SECOND_READ))
        .map(until -> Duration.between(clock.instant(), until));
  }

  @Override
  public void deleteDead(Collection<Fence> ended) {
    Instant now = clock.instant();
    table.deleteLeases(
        database.current(), (fence, until) -> ended.contains(fence) && !until.isAfter(now));
  }

  @Override
  public void deleteStrays() {
    Instant longAgo = clock.instant().minus(STRAY_AFTER);
    table.deleteLeases(database.current(), (fence, until) -> !until.isAfter(longAgo));
  }
}
