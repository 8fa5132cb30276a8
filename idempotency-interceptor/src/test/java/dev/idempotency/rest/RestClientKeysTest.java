// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.Configuration;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.eclipse.microprofile.rest.client.RestClientBuilder;
import org.eclipse.microprofile.rest.client.spi.RestClientListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every client of MicroProfile is given. */
class RestClientKeysTest {

  private record Properties(Map<String, String> getProperties) implements ConfigSource {

    @Override
    public String getName() {
      return "test";
    }

    @Override
    public Set<String> getPropertyNames() {
      return getProperties.keySet();
    }

    @Override
    public String getValue(String property) {
      return getProperties.get(property);
    }
  }

  private static List<Class<?>> registered(Map<String, String> properties, Class<?>... before) {
    ConfigProviderResolver resolver = ConfigProviderResolver.instance();
    Config config = resolver.getBuilder().withSources(new Properties(properties)).build();
    resolver.registerConfig(config, Thread.currentThread().getContextClassLoader());
    try {
      List<Class<?>> registered = new ArrayList<>(List.of(before));
      RestClientListener listener =
          ServiceLoader.load(RestClientListener.class).findFirst().orElseThrow();
      listener.onNewClient(Runnable.class, builder(registered));
      registered.remove(OtherThreads.class);
      return registered;
    } finally {
      resolver.releaseConfig(config);
    }
  }

  private static RestClientBuilder builder(List<Class<?>> registered) {
    Configuration configuration =
        proxy(Configuration.class, (name, argument) -> registered.contains(argument));
    return proxy(
        RestClientBuilder.class,
        (name, argument) -> {
          if (name.equals("getConfiguration")) {
            return configuration;
          }
          registered.add(argument.getClass());
          return null;
        });
  }

  private interface Called {
    Object with(String name, Object argument);
  }

  private static <T> T proxy(Class<T> type, Called called) {
    return type.cast(
        Proxy.newProxyInstance(
            RestClientKeysTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                called.with(method.getName(), arguments == null ? null : arguments[0])));
  }

  @Test
  void aClientHasChildKeysByDefault() {
    assertThat(registered(Map.of())).containsExactly(ChildKeyFilter.class);
  }

  @Test
  void aFilterThatTheApplicationRegisteredIsNotDoubled() {
    assertThat(registered(Map.of(), ChildKeyFilter.class)).containsExactly(ChildKeyFilter.class);
  }

  @ParameterizedTest
  @CsvSource({"child, ChildKeyFilter", "Caller, CallerKeyFilter"})
  void theSettingSaysWhichKey(String value, String filter) {
    assertThat(registered(Map.of("idempotency.rest-client-keys", value)))
        .extracting(Class::getSimpleName)
        .containsExactly(filter);
  }

  @Test
  void orNone() {
    assertThat(registered(Map.of("idempotency.rest-client-keys", "none"))).isEmpty();
  }
}
