// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.OutgoingKey;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.rest.client.RestClientBuilder;
import org.eclipse.microprofile.rest.client.spi.RestClientListener;

/**
 * Gives every client of MicroProfile the filter that the configuration says. Loaded as a service
 * where the server has MicroProfile Rest Client.
 */
public final class RestClientKeys implements RestClientListener {

  /** Creates the listener; the server does. */
  public RestClientKeys() {}

  @Override
  public void onNewClient(Class<?> serviceInterface, RestClientBuilder builder) {
    switch (configured()) {
      case CHILD -> {
        if (!builder.getConfiguration().isRegistered(ChildKeyFilter.class)) {
          builder.register(new ChildKeyFilter());
        }
      }
      case CALLER -> {
        if (!builder.getConfiguration().isRegistered(CallerKeyFilter.class)) {
          builder.register(new CallerKeyFilter());
        }
      }
      case NONE -> {}
    }
    builder.register(new OtherThreads());
  }

  /** Illegal values fail the deployment, so that here they don't come. */
  private static OutgoingKey configured() {
    return ConfigProvider.getConfig()
        .getOptionalValue("idempotency." + OutgoingKey.SETTING, String.class)
        .flatMap(text -> OutgoingKey.named(text.strip()))
        .orElse(OutgoingKey.DEFAULT);
  }
}
