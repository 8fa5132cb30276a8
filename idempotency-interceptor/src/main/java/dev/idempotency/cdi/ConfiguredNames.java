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
 * a source, it is a warning. So is an operation that nobody knows yet, on a server that makes
 * resource classes without a scope to objects without telling CDI, as Payara does: the class may
 * still come (see {@link Deployment}).
 */
final class ConfiguredNames {

  private static final String DESTINATION = "destination.";
  private static final String APPLICATION_FILE = "microprofile-config";

  /**
   * What is wrong with a property.
   *
   * @param certain whether nothing that the server does later can make it right
   */
  private record Mistake(String reason, boolean certain) {}

  private final Collection<String> operations;
  private final boolean knowsAllClasses;
  private final Problems problems;

  /**
   * Creates the check.
   *
   * @param knowsAllClasses whether no class is added after the deployment
   */
  ConfiguredNames(Collection<String> operations, boolean knowsAllClasses, Problems problems) {
    this.operations = new TreeSet<>(operations);
    this.knowsAllClasses = knowsAllClasses;
    this.problems = problems;
  }

  void check(Config config) {
    for (ConfigSource source : config.getConfigSources()) {
      for (String property : source.getPropertyNames()) {
        mistakeIn(withoutProfile(property)).ifPresent(mistake -> report(source, property, mistake));
      }
    }
  }

  private void report(ConfigSource source, String property, Mistake mistake) {
    String reason = mistake.reason() + " (in " + source.getName() + ")";
    if (mistake.certain() && source.getName().contains(APPLICATION_FILE)) {
      problems.add("Property " + property, reason);
    } else {
      Log.warn("Property %s: %s".formatted(property, reason));
    }
  }

  /** Strips the profile of a property such as {@code %dev.idempotency.retention}. */
  private static String withoutProfile(String property) {
    int dot = property.indexOf('.');
    return property.startsWith("%") && dot > 0 ? property.substring(dot + 1) : property;
  }

  private Optional<Mistake> mistakeIn(String property) {
    if (property.startsWith(Setting.OPERATION_PREFIX)) {
      return mistakeInOperation(property.substring(Setting.OPERATION_PREFIX.length()));
    }
    if (property.startsWith(OutboxSetting.PREFIX)) {
      return mistakeInOutbox(property.substring(OutboxSetting.PREFIX.length()));
    }
    if (property.startsWith(Setting.PREFIX)) {
      String name = property.substring(Setting.PREFIX.length());
      return Setting.named(name).isPresent()
          ? Optional.empty()
          : certain("there is no setting " + name + "; see docs/reference/settings.md");
    }
    return Optional.empty();
  }

  /** Which destinations there are, the beans say when the application has started. */
  private static Optional<Mistake> mistakeInOutbox(String rest) {
    boolean ofDestination = rest.startsWith(DESTINATION);
    String name = ofDestination ? rest.substring(rest.lastIndexOf('.') + 1) : rest;
    OutboxSetting.Reach excluded =
        ofDestination ? OutboxSetting.Reach.NODE : OutboxSetting.Reach.DESTINATION;
    return OutboxSetting.named(name).filter(setting -> setting.reach() != excluded).isPresent()
        ? Optional.empty()
        : certain(
            "the outbox has no setting %s %s; see docs/reference/settings.md"
                .formatted(name, ofDestination ? "of a destination" : "of the node"));
  }

  private Optional<Mistake> mistakeInOperation(String operationAndSetting) {
    int dot = operationAndSetting.lastIndexOf('.');
    String operation = dot < 0 ? "" : operationAndSetting.substring(0, dot);
    String name = operationAndSetting.substring(dot + 1);
    boolean known =
        Setting.named(name)
            .filter(setting -> setting.reach() == Setting.Reach.OPERATION)
            .isPresent();
    if (!known) {
      return certain("an operation has no setting " + name + "; see docs/reference/settings.md");
    }
    return operations.contains(operation)
        ? Optional.empty()
        : Optional.of(new Mistake(unknown(operation), knowsAllClasses));
  }

  private String unknown(String operation) {
    String reason =
        "there is no operation %s; this deployment has %s"
            .formatted(operation, operations.isEmpty() ? "none" : String.join(", ", operations));
    return knowsAllClasses
        ? reason
        : reason + ", and what resource classes without a scope bring later; give them one";
  }

  private static Optional<Mistake> certain(String reason) {
    return Optional.of(new Mistake(reason, true));
  }
}
