// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Finds properties that name no setting or no operation. In the application's own configuration
 * file that is a mistake and fails the deployment; elsewhere, where several applications may share
 * a source, it is a warning.
 */
final class ConfiguredNames {

  private static final String APPLICATION_FILE = "microprofile-config";

  private final Collection<String> operations;
  private final Problems problems;

  ConfiguredNames(Collection<String> operations, Problems problems) {
    this.operations = new TreeSet<>(operations);
    this.problems = problems;
  }

  void check(Config config) {
    for (ConfigSource source : config.getConfigSources()) {
      for (String property : source.getPropertyNames()) {
        reasonAgainst(withoutProfile(property))
            .ifPresent(reason -> report(source, property, reason));
      }
    }
  }

  private void report(ConfigSource source, String property, String reason) {
    if (source.getName().contains(APPLICATION_FILE)) {
      problems.add("Property " + property, reason + " (in " + source.getName() + ")");
    } else {
      Log.warn("Property %s: %s (in %s)".formatted(property, reason, source.getName()));
    }
  }

  /** Strips the profile of a property such as {@code %dev.idempotency.retention}. */
  private static String withoutProfile(String property) {
    int dot = property.indexOf('.');
    return property.startsWith("%") && dot > 0 ? property.substring(dot + 1) : property;
  }

  private Optional<String> reasonAgainst(String property) {
    if (property.startsWith(Setting.OPERATION_PREFIX)) {
      return reasonAgainstOperation(property.substring(Setting.OPERATION_PREFIX.length()));
    }
    if (property.startsWith(Setting.PREFIX)) {
      String name = property.substring(Setting.PREFIX.length());
      return Setting.named(name).isPresent()
          ? Optional.empty()
          : Optional.of("there is no setting " + name + "; see docs/reference/settings.md");
    }
    return Optional.empty();
  }

  private Optional<String> reasonAgainstOperation(String operationAndSetting) {
    int dot = operationAndSetting.lastIndexOf('.');
    String operation = dot < 0 ? "" : operationAndSetting.substring(0, dot);
    String name = operationAndSetting.substring(dot + 1);
    boolean known =
        Setting.named(name)
            .filter(setting -> setting.reach() == Setting.Reach.OPERATION)
            .isPresent();
    if (!known) {
      return Optional.of(
          "an operation has no setting " + name + "; see docs/reference/settings.md");
    }
    return operations.contains(operation)
        ? Optional.empty()
        : Optional.of(
            "there is no operation %s; this deployment has %s"
                .formatted(
                    operation, operations.isEmpty() ? "none" : String.join(", ", operations)));
  }
}
