// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.IncomingRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Finds the request that the calling thread serves. Timers, message-driven beans and other threads
 * serve none.
 */
@ApplicationScoped
class CurrentRequest {

  @Inject Instance<IncomingRequest> requests;
  @Inject BeanManager beans;

  Optional<IncomingRequest> find() {
    return requests.isResolvable() && isRequestActive()
        ? Optional.of(requests.get())
        : Optional.empty();
  }

  private boolean isRequestActive() {
    try {
      return beans.getContext(RequestScoped.class).isActive();
    } catch (ContextNotActiveException e) {
      return false;
    }
  }
}
