// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * Reads settings by their precedence: the operation's configuration, the annotation, the global
 * configuration, the default. What is illegal becomes a problem, and the default stands in for it
 * so that the other settings can be checked as well.
 */
final class SettingReader {

  private final Config config;
  private final Problems problems;
  private final String where;
  private final Function<Setting, Optional<String>> operationProperty;

  private SettingReader(
      Config config,
      Problems problems,
      String where,
      Function<Setting, Optional<String>> operationProperty) {
    this.config = config;
    this.problems = problems;
    this.where = where;
    this.operationProperty = operationProperty;
  }

  /** Reads the settings of an operation. */
  static SettingReader of(Config config, Problems problems, String where, String operation) {
    return new SettingReader(
        config, problems, where, setting -> Optional.of(setting.property(operation)));
  }

  /** Reads the settings of the node. */
  static SettingReader ofNode(Config config, Problems problems) {
    return new SettingReader(config, problems, "This node", setting -> Optional.empty());
  }

  <T> T read(Setting setting, String annotated, BiFunction<Setting, GivenValue, T> parser) {
    return read(setting, given(setting, annotated), parser);
  }

  <T> T read(Setting setting, BiFunction<Setting, GivenValue, T> parser) {
    return read(setting, "", parser);
  }

  private <T> T read(Setting setting, GivenValue given, BiFunction<Setting, GivenValue, T> parser) {
    try {
      return parser.apply(setting, given);
    } catch (IllegalSettingException e) {
      problems.add(where, String.valueOf(e.getMessage()));
      return parser.apply(setting, byDefault(setting));
    }
  }

  /** Returns the value that counts. An annotation's empty text counts as not given. */
  GivenValue given(Setting setting, String annotated) {
    return configured(operationProperty.apply(setting), GivenValue.Rank.OPERATION)
        .or(() -> annotated(setting, annotated))
        .or(() -> configured(Optional.of(setting.property()), GivenValue.Rank.GLOBAL))
        .orElseGet(() -> byDefault(setting));
  }

  private Optional<GivenValue> configured(Optional<String> property, GivenValue.Rank rank) {
    return property.flatMap(
        name ->
            config
                .getOptionalValue(name, String.class)
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .map(value -> new GivenValue(value, "property " + name, rank)));
  }

  private Optional<GivenValue> annotated(Setting setting, String annotated) {
    return annotated.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new GivenValue(
                annotated,
                "@Idempotent on "
                    + where
                    + "; property "
                    + setting.property()
                    + " is its global form",
                GivenValue.Rank.ANNOTATION));
  }

  private static GivenValue byDefault(Setting setting) {
    return new GivenValue(setting.defaultValue(), "the default", GivenValue.Rank.DEFAULT);
  }

  /** Splits a list at its commas; empty elements don't count. */
  static List<String> elements(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).filter(e -> !e.isEmpty()).toList();
  }
}
