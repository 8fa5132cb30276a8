// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.KeyRequirement;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.OperationCatalogue;
import dev.idempotency.protocol.Reaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  @Path("transfers")
  @ApplicationScoped
  static class Transfers {
    @Idempotent(operation = "transfers.plain")
    public String plain(@IdempotencyKey String key) {
      return key;
    }

    @POST
    @Idempotent(
        operation = "transfers.annotated",
        staleAfter = "PT7S",
        retention = "P3D",
        key = KeyRequirement.OPTIONAL,
        excludedMembers = "/sentAt",
        retryOn = IllegalStateException.class,
        newKeyOnStatus = 402)
    public String annotated(String body) {
      return body;
    }
  }

  private static GuardedOperation operation(String method, Map<String, String> properties) {
    try (TestContainer container = TestContainer.of(properties, Transfers.class)) {
      return container
          .get(OperationCatalogue.class)
          .find(Transfers.class, Transfers.class.getMethod(method, String.class))
          .orElseThrow();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Reaction reaction(GuardedOperation operation, Throwable failure, int status) {
    return operation.operation().policy().reactionTo(new Ending.Threw(failure, false), status);
  }

  @Nested
  class Precedence {

    @Test
    void theDefaultCountsWhereNothingIsGiven() {
      GuardedOperation operation = operation("plain", Map.of());
      assertThat(operation.operation().lease().staleAfter()).isEqualTo(Duration.ofSeconds(30));
      assertThat(operation.operation().retention()).hasToString("PT24H");
      assertThat(operation.operation().retryAfterMax()).isEqualTo(Duration.ofSeconds(5));
      assertThat(operation.keyRequired()).isTrue();
      assertThat(operation.excludedMembers()).isEmpty();
      assertThat(operation.request().keyHeader()).isEqualTo("Idempotency-Key");
      assertThat(operation.request().bodyLimit()).isEqualTo(1 << 20);
      assertThat(operation.request().storedBodyLimit()).isEqualTo(1 << 20);
      assertThat(operation.request().storedHeaders())
          .containsExactly(
              "Location",
              "ETag",
              "Link",
              "Content-Type",
              "Content-Language",
              "Content-Disposition",
              "Content-Location");
    }

    @Test
    void theGlobalConfigurationCountsBeforeTheDefault() {
      GuardedOperation operation =
          operation(
              "plain",
              Map.of(
                  "idempotency.stale-after", "PT2S",
                  "idempotency.key-required", "false",
                  "idempotency.key-header", "X-Request-Key",
                  "idempotency.stored-headers", "Location,X-Total"));
      assertThat(operation.operation().lease().staleAfter()).isEqualTo(Duration.ofSeconds(2));
      assertThat(operation.keyRequired()).isFalse();
      assertThat(operation.request().keyHeader()).isEqualTo("X-Request-Key");
      assertThat(operation.request().storedHeaders()).containsExactly("Location", "X-Total");
    }

    @Test
    void theAnnotationCountsBeforeTheGlobalConfiguration() {
      GuardedOperation operation =
          operation(
              "annotated",
              Map.of(
                  "idempotency.stale-after", "PT2S",
                  "idempotency.key-required", "true",
                  "idempotency.retry-on", "java.lang.RuntimeException"));
      assertThat(operation.operation().lease().staleAfter()).isEqualTo(Duration.ofSeconds(7));
      assertThat(operation.keyRequired()).isFalse();
      assertThat(operation.excludedMembers()).containsExactly("/sentAt");
      assertThat(reaction(operation, new IllegalStateException(), 0)).isEqualTo(Reaction.RETRY);
    }

    @Test
    void theOperationsConfigurationCountsFirst() {
      GuardedOperation operation =
          operation(
              "annotated",
              Map.of(
                  "idempotency.stale-after", "PT2S",
                  "idempotency.operation.transfers.annotated.stale-after", "PT3S",
                  "idempotency.operation.transfers.annotated.retention", "forever",
                  "idempotency.operation.transfers.annotated.key-required", "true"));
      assertThat(operation.operation().lease().staleAfter()).isEqualTo(Duration.ofSeconds(3));
      assertThat(operation.operation().retention()).hasToString("forever");
      assertThat(operation.keyRequired()).isTrue();
    }

    @Test
    void anEmptyValueCountsAsNotGiven() {
      assertThat(
              operation("plain", Map.of("idempotency.stale-after", " "))
                  .operation()
                  .lease()
                  .staleAfter())
          .isEqualTo(Duration.ofSeconds(30));
    }
  }

  @Nested
  class ThePolicy {

    @Test
    void comesFromConfiguredNamesToo() {
      GuardedOperation operation =
          operation(
              "plain",
              Map.of(
                  "idempotency.operation.transfers.plain.replay-on",
                  "java.lang.IllegalArgumentException, java.lang.ArithmeticException",
                  "idempotency.retry-on-status",
                  "404, 409",
                  "idempotency.new-key-on-status",
                  "422"));
      assertThat(reaction(operation, new IllegalArgumentException(), 0)).isEqualTo(Reaction.REPLAY);
      assertThat(reaction(operation, new NumberFormatException(), 0)).isEqualTo(Reaction.REPLAY);
      assertThat(reaction(operation, new RuntimeException(), 0)).isEqualTo(Reaction.RETRY);
      assertThat(reaction(operation, new RuntimeException(), 404)).isEqualTo(Reaction.RETRY);
      assertThat(reaction(operation, new RuntimeException(), 422)).isEqualTo(Reaction.NEW_KEY);
    }

    @Test
    void letsTheStrongerSourceDecideWhereTwoListsNameTheSame() {
      GuardedOperation operation =
          operation(
              "annotated",
              Map.of(
                  "idempotency.operation.transfers.annotated.replay-on",
                  "java.lang.IllegalStateException",
                  "idempotency.retry-on-status",
                  "402"));
      assertThat(reaction(operation, new IllegalStateException(), 0)).isEqualTo(Reaction.REPLAY);
      assertThat(reaction(operation, new RuntimeException(), 402)).isEqualTo(Reaction.NEW_KEY);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          stale-after       | 30s                | a duration from PT1S to P1D
          stale-after       | PT0S               | a duration from PT1S to P1D
          stale-after       | -PT5S              | a duration from PT1S to P1D
          stale-after       | P2D                | a duration from PT1S to P1D
          longest-run       | PT5S               | a duration from the stale-after to P1D
          longest-run       | P2D                | a duration from the stale-after to P1D
          retention         | never              | forever, or a duration from PT1S to P36500D
          retention         | PT0.5S             | forever, or a duration from PT1S to P36500D
          retry-window      | soon               | a duration from PT1S to the retention
          key-required      | yes                | true or false
          retry-after-max   | PT2H               | a duration from PT1S to PT1H
          key-header        | Idempotency Key    | the name of a header
          body-limit        | 0                  | a number of bytes from 1 to 1073741824
          body-limit        | 1MB                | a number of bytes from 1 to 1073741824
          stored-body-limit | -1                 | a number of bytes from 0 to 1073741824
          stored-headers    | Location,SET-COOKIE | names of headers that may be replayed
          stored-headers    | a b                | names of headers that may be replayed
          excluded-members  | sentAt             | JSON pointers (RFC 6901)
          retry-on          | no.such.Exception  | names of exception classes
          replay-on         | java.lang.String   | names of exception classes
          new-key-on-status | 399                | HTTP statuses from 400 to 599
          retry-on-status   | teapot             | HTTP statuses from 400 to 599
          joined-claims     | 0                  | a number from 1 to 1000
          node              | clé                | 1 to 100 printable ASCII characters
          """)
  void anIllegalValueIsRefusedWithPropertyValueAndRange(
      String setting, String value, String range) {
    String property = "idempotency." + setting;
    String shown = value.contains(",") ? value : "'" + value + "'";
    assertThat(Refusals.problemsOf(Map.of(property, value), Transfers.class))
        .contains(setting + " must be " + range)
        .contains(shown)
        .contains("property " + property);
  }

  /** P31: what was given must not end the renewal before the claim's own lease does. */
  @Nested
  class TheLongestRun {

    private Duration longestRun(Map<String, String> properties) {
      return operation("plain", properties).operation().lease().longestRun();
    }

    @Test
    void isAQuarterOfAnHourUnlessGiven() {
      assertThat(longestRun(Map.of())).isEqualTo(Duration.ofMinutes(15));
      assertThat(longestRun(Map.of("idempotency.longest-run", "PT1H")))
          .isEqualTo(Duration.ofHours(1));
    }

    @Test
    void mayBeAsShortAsTheLease() {
      assertThat(
              longestRun(
                  Map.of(
                      "idempotency.longest-run",
                      "PT2S",
                      "idempotency.stale-after",
                      "PT2S",
                      "idempotency.operation.transfers.annotated.stale-after",
                      "PT2S")))
          .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void givesWayToALongerLeaseWhereNobodyGaveIt() {
      assertThat(longestRun(Map.of("idempotency.stale-after", "PT1H")))
          .isEqualTo(Duration.ofHours(1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Set-Cookie",
        "Set-Cookie2",
        "Cookie",
        "WWW-Authenticate",
        "Proxy-Authenticate",
        "Authentication-Info",
        "Proxy-Authentication-Info",
        "Authorization",
        "Proxy-Authorization",
        "Date",
        "Last-Modified",
        "Expires",
        "Age",
        "X-Request-Id",
        "X-Correlation-Id",
        "Request-Id",
        "traceparent",
        "tracestate",
        "Content-Encoding",
        "Transfer-Encoding",
        "Content-Length",
        "Connection",
        "Proxy-Connection",
        "Keep-Alive",
        "TE",
        "Trailer",
        "Upgrade",
        "Idempotency-Key",
        "Idempotency-Key-Expires",
        "Idempotent-Replayed"
      })
  void aHeaderOfOneExchangeOrCallerIsNeverStored(String name) {
    for (String spelling : List.of(name, name.toUpperCase(Locale.ROOT))) {
      assertThat(
              Refusals.problemsOf(
                  Map.of("idempotency.stored-headers", "Location," + spelling), Transfers.class))
          .contains("stored-headers must be names of headers that may be replayed")
          .contains(spelling);
    }
  }

  @Nested
  class TheNode {

    private NodeSettings node(Map<String, String> properties) {
      try (TestContainer container = TestContainer.of(properties, Transfers.class)) {
        return container.get(NodeSettings.class);
      }
    }

    @Test
    void isNamedByItsHostAndProcess() {
      assertThat(node(Map.of()).name()).endsWith(":" + ProcessHandle.current().pid());
      assertThat(node(Map.of()).joinedClaims()).isEqualTo(8);
    }

    @Test
    void canBeNamed() {
      NodeSettings node =
          node(Map.of("idempotency.node", "node 1", "idempotency.joined-claims", "3"));
      assertThat(node).isEqualTo(new NodeSettings("node 1", 3));
    }
  }
}
