// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** The statements about renewed leases of one node of the model: a point before each. */
final class ModelLeaseStore implements LeaseStore {

  private final ModelStatements statements;
  private final LeaseStore leases;

  ModelLeaseStore(ModelWorld world, ModelStatements statements) {
    this.statements = statements;
    this.leases = world.database().leases();
  }

  @Override
  public Set<Fence> renew(Collection<Renewal> due) {
    return statements.run("renew", () -> leases.renew(due), renewed -> "renewed " + renewed.size());
  }

  @Override
  public Optional<Duration> left(Fence fence) {
    return statements.run("left", () -> leases.left(fence), String::valueOf);
  }

  @Override
  public void deleteDead(Collection<Fence> ended) {
    // Nothing in the model is so old, and nobody reads what is deleted.
  }

  @Override
  public void deleteStrays() {
    // As above.
  }
}
