// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The renewed leases, with something to happen before and after each statement. */
final class StagedLeases implements LeaseStore {

  /** The statements. */
  enum Statement {
    RENEW,
    LEFT,
    DELETE_DEAD,
    DELETE_STRAYS
  }

  private final Stage<Statement> before = new Stage<>();
  private final Stage<Statement> after = new Stage<>();
  private final LeaseStore leases;

  StagedLeases(LeaseStore leases) {
    this.leases = leases;
  }

  Stage<Statement> before() {
    return before;
  }

  Stage<Statement> after() {
    return after;
  }

  private <T> T staged(Statement statement, Supplier<T> work) {
    before.reach(statement);
    T result = work.get();
    after.reach(statement);
    return result;
  }

  @Override
  public Set<Fence> renew(Collection<Renewal> due) {
    return staged(Statement.RENEW, () -> leases.renew(due));
  }

  @Override
  public Optional<Duration> left(Fence fence) {
    return staged(Statement.LEFT, () -> leases.left(fence));
  }

  @Override
  public void deleteDead(Collection<Fence> ended) {
    staged(
        Statement.DELETE_DEAD,
        () -> {
          leases.deleteDead(ended);
          return true;
        });
  }

  @Override
  public void deleteStrays() {
    staged(
        Statement.DELETE_STRAYS,
        () -> {
          leases.deleteStrays();
          return true;
        });
  }
}
