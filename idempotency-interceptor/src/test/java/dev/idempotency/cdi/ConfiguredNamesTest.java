// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.protocol.OperationCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Duration;
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

  private static final String UNKNOWN = "idempotency.operation.transfers.creates.stale-after";

  @Test
  void ofAnOperationFailTheDeploymentWhereCdiIsToldOfAllClasses() {
    Problems problems = new Problems();
    new ConfiguredNames(List.of("transfers.create"), true, problems)
        .check(TestConfig.of(Map.of(UNKNOWN, "PT5S")));
    assertThat(problems.message())
        .contains("Property " + UNKNOWN)
        .contains("no operation transfers.creates; this deployment has transfers.create");
  }

  /** Jersey, with which this test runs, makes such classes without telling CDI. */
  @Test
  void ofAnOperationThatAnUnscopedResourceClassMayBringIsAWarning() throws Exception {
    Map<String, String> properties =
        Map.of("idempotency.operation.late.create.stale-after", "PT7S");
    try (LogCapture log = LogCapture.start();
        TestContainer container = TestContainer.of(properties, Transfers.class)) {
      assertThat(log.warnings())
          .anySatisfy(line -> assertThat(line).contains("no operation late.create", "a scope"));
      assertThat(
              container
                  .get(OperationCatalogue.class)
                  .find(Late.class, Late.class.getDeclaredMethod("create")))
          .hasValueSatisfying(
              late ->
                  assertThat(late.operation().lease().staleAfter())
                      .isEqualTo(Duration.ofSeconds(7)));
    }
  }

  @Path("late")
  static class Late {
    @POST
    @Idempotent
    public String create() {
      return "";
    }
  }
}
