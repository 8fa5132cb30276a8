// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

/**
 * A setting's value as somebody gave it.
 *
 * @param value the text
 * @param source where it stands, for messages
 * @param rank how its source is placed among the others; the highest counts
 */
record GivenValue(String value, String source, Rank rank) {

  /** Who gave a value, weakest first. */
  enum Rank {
    DEFAULT,
    GLOBAL,
    ANNOTATION,
    OPERATION
  }

  IllegalSettingException illegal(Setting setting) {
    return new IllegalSettingException(setting, this, null);
  }

  IllegalSettingException illegal(Setting setting, Throwable cause) {
    return new IllegalSettingException(setting, this, cause);
  }
}
