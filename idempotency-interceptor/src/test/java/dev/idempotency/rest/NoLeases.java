// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.LeaseStore;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** No call of a test runs for long enough to be renewed. */
final class NoLeases implements LeaseStore {

  @Override
  public Set<Fence> renew(Collection<Renewal> due) {
    return Set.of();
  }

  @Override
  public Optional<Duration> left(Fence fence) {
    return Optional.empty();
  }

  @Override
  public void deleteDead(Collection<Fence> ended) {}

  @Override
  public void deleteStrays() {}
}
