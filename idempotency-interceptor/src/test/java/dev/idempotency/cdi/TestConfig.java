// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** Configurations with the given properties and nothing of the machine's. */
final class TestConfig {

  static final String APPLICATION_FILE = "app.war!/META-INF/microprofile-config.properties";

  /** Properties from one place. */
  record Source(String getName, Map<String, String> getProperties) implements ConfigSource {

    @Override
    public Set<String> getPropertyNames() {
      return getProperties.keySet();
    }

    @Override
    public String getValue(String property) {
      return getProperties.get(property);
    }
  }

  private TestConfig() {}

  /** The properties of an application's own file. */
  static Config of(Map<String, String> properties) {
    return from(APPLICATION_FILE, properties);
  }

  static Config from(String source, Map<String, String> properties) {
    return ConfigProviderResolver.instance()
        .getBuilder()
        .withSources(new Source(source, properties))
        .build();
  }
}
