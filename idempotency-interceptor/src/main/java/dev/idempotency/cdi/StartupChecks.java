// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.StoreChecks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Asks the store, once at start, whether its database can keep the promises. */
@ApplicationScoped
class StartupChecks {

  @Inject Instance<StoreChecks> checks;
  @Inject Instance<Protocols> protocols;

  void start(@Observes @Initialized(ApplicationScoped.class) Object event) {
    if (checks.isResolvable()) {
      try {
        checks.get().warnings().forEach(Log::warn);
        checks.get().missing().forEach(Log::info);
      } catch (RuntimeException e) {
        // The application may start while its database is down; calls are refused until it is up.
        Log.warn("The database's settings could not be checked at start", e);
      }
      build();
    }
  }

  /**
   * What the protocol needs of the server is looked up by names that the application's threads
   * know; the first to need it may be a probe of the server's, on a thread that doesn't.
   */
  private void build() {
    try {
      protocols.get();
    } catch (IllegalStateException e) {
      Log.info("Nothing is prepared for the first guarded call: " + e.getMessage());
    }
  }
}
