// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.Purge;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Begins to purge with the application; the ticker ends it with the application. */
@ApplicationScoped
class Purging {

  @Inject Instance<Purge> purge;

  void start(@Observes @Initialized(ApplicationScoped.class) Object event) {
    try {
      purge.get().start();
    } catch (RuntimeException e) {
      // Whatever is missing is missed by the calls too, which say so.
      Log.warn("Nothing is purged by this node", e);
    }
  }
}
