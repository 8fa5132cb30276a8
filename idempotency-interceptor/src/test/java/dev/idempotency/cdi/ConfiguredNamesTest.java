// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties that name nothing, which are mostly misspelt. */
class ConfiguredNamesTest {

  @ApplicationScoped
  static class Transfers {
    @Idempotent(operation = "transfers.create")
    public String create(@IdempotencyKey String key) {
      return key;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          idempotency.staleafter                                | no setting staleafter
          idempotency.operation.transfers.creates.stale-after   | no operation transfers.creates; \
          this deployment has transfers.create
          idempotency.operation.transfers.create.staleafter     | no setting staleafter
          idempotency.operation.transfers.create.joined-claims  | no setting joined-claims
          %dev.idempotency.retentions                           | no setting retentions
          """)
  void failTheDeploymentInTheApplicationsOwnFileAndAreWarnedOfElsewhere(
      String property, String reason) {
    Map<String, String> properties = Map.of(property, "PT5S");
    assertThatThrownBy(() -> TestContainer.of(properties, Transfers.class))
        .hasMessageContaining("Property " + property)
        .hasMessageContaining(reason);

    try (LogCapture log = LogCapture.start();
        TestContainer elsewhere =
            TestContainer.of(
                TestConfig.from("system properties", properties),
                List.of(Transfers.class),
                initializer -> {})) {
      assertThat(elsewhere.get(Transfers.class)).isNotNull();
      assertThat(log.warnings())
          .anySatisfy(line -> assertThat(line).contains("Property " + property, reason));
    }
  }

  @Test
  void ofOtherLibrariesAreNotOurs() {
    TestContainer.of(
            Map.of(
                "idempotencyx.stale-after", "1",
                "payments.idempotency.retention", "2",
                "%dev.idempotency.retention", "PT1H",
                "idempotency.operation.transfers.create.retention", "PT2H"),
            Transfers.class)
        .close();
  }
}
