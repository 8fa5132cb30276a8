// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;

/** What a deployment that is refused says. */
final class Refusals {

  private Refusals() {}

  static String problemsOf(Map<String, String> properties, Class<?>... beans) {
    Throwable refusal = catchThrowable(() -> TestContainer.of(properties, beans).close());
    assertThat(refusal).as("the deployment fails").isNotNull();
    return refusal.getMessage();
  }
}
