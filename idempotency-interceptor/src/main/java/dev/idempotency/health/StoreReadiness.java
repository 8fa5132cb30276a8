// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.health;

import dev.idempotency.IdempotencyException;
import dev.idempotency.IdempotencyRecords;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Says whether the store answers: without it every guarded call is refused with 503. Stuck keys are
 * told beside it and make no node unready; each node would be, and nothing would get better.
 *
 * <p>{@code META-INF/beans.xml} leaves this package out where the server has no MicroProfile
 * Health.
 */
@Readiness
@ApplicationScoped
class StoreReadiness implements HealthCheck {

  private static final String NAME = "idempotency";

  /** No record of ours: ids are digests. */
  private static final UUID NONE = new UUID(0, 0);

  @Inject IdempotencyRecords records;

  private final StuckKeys stuck = new StuckKeys(System::nanoTime);

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named(NAME);
    try {
      // By the primary key of the table that every guarded call needs.
      records.find(NONE);
      StuckKeys.Sight sight = stuck.seenBy(records);
      return response
          .withData("stuck_keys", sight.keys())
          .withData("stuck_keys_are_more", sight.more())
          .up()
          .build();
    } catch (IdempotencyException e) {
      return response.withData("reason", "The records cannot be read").down().build();
    }
  }
}
