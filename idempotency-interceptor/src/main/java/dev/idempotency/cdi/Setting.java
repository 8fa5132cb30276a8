// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.OutgoingKey;
import java.util.Arrays;
import java.util.Optional;

/**
 * Every setting, its default and its range. {@code docs/reference/settings.md} lists the same, and
 * a test holds the two together.
 */
enum Setting {
  STALE_AFTER("stale-after", "PT30S", "a duration from PT1S to P1D"),
  LONGEST_RUN("longest-run", "PT15M", "a duration from the stale-after to P1D"),
  RETENTION("retention", "PT24H", "forever, or a duration from PT1S to P36500D"),
  RETRY_WINDOW("retry-window", "", "a duration from PT1S to the retention"),
  KEY_REQUIRED("key-required", "true", "true or false"),
  ANONYMOUS("anonymous", "shared", "shared, refused or unguarded"),
  STORE_RESULT("store-result", "true", "true or false"),
  RETRY_AFTER_MAX("retry-after-max", "PT5S", "a duration from PT1S to PT1H"),
  WHEN_BUSY("when-busy", "reject", "reject or wait"),
  WAIT_BOUND("wait-bound", "PT5S", "a duration from PT1S to PT5M"),
  KEY_HEADER("key-header", "Idempotency-Key", "the name of a header"),
  BODY_LIMIT("body-limit", "1048576", "a number of bytes from 1 to 1073741824"),
  STORED_BODY_LIMIT("stored-body-limit", "1048576", "a number of bytes from 0 to 1073741824"),
  STORED_HEADERS(
      "stored-headers",
      "Location, ETag, Link, Content-Type, Content-Language, Content-Disposition, Content-Location",
      "names of headers that may be replayed"),
  EXCLUDED_MEMBERS("excluded-members", "", "JSON pointers (RFC 6901)"),
  RETRY_ON("retry-on", "", "names of exception classes"),
  REPLAY_ON("replay-on", "", "names of exception classes"),
  NEW_KEY_ON("new-key-on", "", "names of exception classes"),
  RETRY_ON_STATUS("retry-on-status", "", "HTTP statuses from 400 to 599"),
  REPLAY_ON_STATUS("replay-on-status", "", "HTTP statuses from 400 to 599"),
  NEW_KEY_ON_STATUS("new-key-on-status", "", "HTTP statuses from 400 to 599"),
  REST_CLIENT_KEYS(
      OutgoingKey.SETTING, OutgoingKey.DEFAULT.text(), "child, caller or none", Reach.NODE),
  JOINED_CLAIMS("joined-claims", "8", "a number from 1 to 1000", Reach.NODE),
  NODE("node", "", "1 to 100 printable ASCII characters", Reach.NODE),
  PURGE_ENABLED("purge-enabled", "true", "true or false", Reach.NODE),
  PURGE_INTERVAL("purge-interval", "PT1M", "a duration from PT1S to P1D", Reach.NODE),
  PURGE_BATCH("purge-batch", "500", "a number from 1 to 10000", Reach.NODE);

  /** What a setting can be given for. */
  enum Reach {
    /** For all operations and for each. */
    OPERATION,
    /** For the node as a whole. */
    NODE
  }

  static final String PREFIX = "idempotency.";
  static final String OPERATION_PREFIX = PREFIX + "operation.";

  private final String settingName;
  private final String defaultValue;
  private final String range;
  private final Reach reach;

  Setting(String settingName, String defaultValue, String range) {
    this(settingName, defaultValue, range, Reach.OPERATION);
  }

  Setting(String settingName, String defaultValue, String range, Reach reach) {
    this.settingName = settingName;
    this.defaultValue = defaultValue;
    this.range = range;
    this.reach = reach;
  }

  static Optional<Setting> named(String name) {
    return Arrays.stream(values()).filter(setting -> setting.settingName.equals(name)).findFirst();
  }

  String settingName() {
    return settingName;
  }

  /** The default as it would be written in the configuration; empty where there is none. */
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

  String property(String operation) {
    return OPERATION_PREFIX + operation + "." + settingName;
  }
}
