// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.outbox.Destination;
import dev.idempotency.outbox.HttpDelivery;
import dev.idempotency.spi.OutboxDelivery;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/** The destinations of this deployment: the application's beans, and what settings name. */
final class OutboxDestinations {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final OutboxSettings settings;
  private final Map<String, Destination> byName = new LinkedHashMap<>();

  private OutboxDestinations(OutboxSettings settings) {
    this.settings = settings;
  }

  static Collection<Destination> of(
      OutboxSettings settings, Iterable<OutboxDelivery> beans, Executor executor) {
    OutboxDestinations destinations = new OutboxDestinations(settings);
    for (OutboxDelivery bean : beans) {
      destinations.add(bean);
    }
    Set<String> withUrl = settings.withUrl();
    if (!withUrl.isEmpty()) {
      HttpClient client =
          HttpClient.newBuilder()
              .executor(executor)
              .connectTimeout(CONNECT_TIMEOUT)
              .followRedirects(HttpClient.Redirect.NEVER)
              .build();
      withUrl.forEach(name -> destinations.add(new HttpDelivery(name, settings.url(name), client)));
    }
    return List.copyOf(destinations.byName.values());
  }

  private void add(OutboxDelivery delivery) {
    String name = delivery.destination();
    Destination added = new Destination(name, delivery, settings.destination(name));
    Destination other = byName.putIfAbsent(name, added);
    if (other != null) {
      throw new IllegalStateException(
          "Destination %s is delivered to by %s and by %s; leave one"
              .formatted(
                  name,
                  other.delivery().getClass().getName(),
                  added.delivery().getClass().getName()));
    }
  }
}
