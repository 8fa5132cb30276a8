// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every setting of the outbox, its default and its range. {@code docs/reference/settings.md} lists
 * the same, and a test holds the two together.
 */
enum OutboxSetting {
  POLL("poll", "PT1S", "a duration from PT0.1S to PT1M", Reach.NODE),
  BATCH("batch", "500", "a number from 1 to 5000", Reach.NODE),
  DELIVERED_RETENTION("delivered-retention", "P1D", "a duration from PT0.1S to P3650D", Reach.NODE),
  ABANDONED_RETENTION(
      "abandoned-retention", "P90D", "a duration from PT0.1S to P3650D", Reach.NODE),
  URL("url", "", "a URL of http or https", Reach.DESTINATION),
  CONCURRENCY("concurrency", "4", "a number from 1 to 100", Reach.BOTH),
  TIMEOUT("timeout", "PT10S", "a duration from PT0.1S to PT10M", Reach.BOTH),
  BACKOFF("backoff", "PT1S", "a duration from PT0.1S to PT24H", Reach.BOTH),
  BACKOFF_MAX("backoff-max", "PT10M", "a duration from PT0.1S to PT24H", Reach.BOTH),
  ATTEMPTS("attempts", "50", "a number from 1 to 10000", Reach.BOTH);

  /** What a setting can be given for. */
  enum Reach {
    /** For the node as a whole. */
    NODE,
    /** For a destination only. */
    DESTINATION,
    /** For all destinations and for each. */
    BOTH
  }

  static final String PREFIX = Setting.PREFIX + "outbox.";
  static final String DESTINATION_PREFIX = PREFIX + "destination.";

  private final String settingName;
  private final String defaultValue;
  private final String range;
  private final Reach reach;

  OutboxSetting(String settingName, String defaultValue, String range, Reach reach) {
    this.settingName = settingName;
    this.defaultValue = defaultValue;
    this.range = range;
    this.reach = reach;
  }

  static Optional<OutboxSetting> named(String name) {
    return Arrays.stream(values()).filter(setting -> setting.settingName.equals(name)).findFirst();
  }

  String settingName() {
    return settingName;
  }

  String defaultValue() {
    return defaultValue;
  }

  String range() {
    return range;
  }

  Reach reach() {
    return reach;
  }

  String property() {
    return PREFIX + settingName;
  }

  String property(String destination) {
    return DESTINATION_PREFIX + destination + "." + settingName;
  }
}
