// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import org.jspecify.annotations.Nullable;

/** A setting's value is outside its range. The message names source, value and range. */
final class IllegalSettingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IllegalSettingException(Setting setting, GivenValue given, @Nullable Throwable cause) {
    super(
        "%s must be %s, was '%s' (%s)"
            .formatted(setting.settingName(), setting.range(), given.value(), given.source()),
        cause);
  }
}
