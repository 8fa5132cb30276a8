// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.idempotency.AnonymousCallerException;
import dev.idempotency.IdempotencyException;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.OutcomeNotKeptException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StaleSnapshotException;
import dev.idempotency.StepsChangedException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.TransactionDoomedException;
import dev.idempotency.UnreadableRecordException;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class ProblemTest {

  private static final UUID ID = new UUID(1, 2);
  private static final Duration WAIT = Duration.ofSeconds(3);

  record Expected(IdempotencyException reason, int status, String name, Integer retryAfter) {}

  static final List<Expected> REASONS =
      List.of(
          new Expected(invalid(InvalidKeyException.Reason.MISSING), 400, "key-missing", null),
          new Expected(invalid(InvalidKeyException.Reason.MALFORMED), 400, "key-malformed", null),
          new Expected(invalid(InvalidKeyException.Reason.REPEATED), 400, "key-repeated", null),
          new Expected(UnacceptableRequestException.malformed("m"), 400, "content-malformed", null),
          new Expected(UnacceptableRequestException.tooLarge(1), 413, "content-too-large", null),
          new Expected(new AnonymousCallerException("m"), 401, "anonymous-caller", null),
          new Expected(new KeyMismatchException("m", ID), 422, "key-mismatch", null),
          new Expected(new KeyInProgressException("m", ID, WAIT, null), 409, "key-in-progress", 3),
          new Expected(new StepsChangedException("m", ID), 500, "steps-changed", null),
          new Expected(new KeySpentException("m", ID), 409, "key-spent", null),
          new Expected(new OutcomeUnknownException("m", ID), 409, "outcome-unknown", null),
          new Expected(new OutcomeNotKeptException("m", ID, 0, null), 409, "result-not-kept", null),
          new Expected(new LeaseLostException("m", ID, WAIT, null), 409, "lease-lost", 3),
          new Expected(
              new ReplayedFailureException(ID, "x.Declined", "no", 402),
              409,
              "replayed-failure",
              null),
          new Expected(
              new StoreUnavailableException("m", ID, Duration.ofMillis(1200), null),
              503,
              "store-unavailable",
              2),
          new Expected(
              new RolledBackException("m", ID, Duration.ofMillis(1), null), 503, "rolled-back", 1),
          new Expected(
              new StaleSnapshotException("m", ID, Duration.ZERO, null), 503, "stale-snapshot", 1),
          new Expected(
              new TransactionDoomedException("m", ID, WAIT, null), 503, "transaction-doomed", 3),
          new Expected(new UnreadableRecordException("m", ID), 500, "record-unreadable", null),
          new Expected(new ApplicationsOwn(), 500, "refused", null));

  static final class ApplicationsOwn extends IdempotencyException {
    ApplicationsOwn() {
      super("m", null, null, null);
    }
  }

  private static InvalidKeyException invalid(InvalidKeyException.Reason reason) {
    return new InvalidKeyException(reason, "m");
  }

  @ParameterizedTest
  @FieldSource("REASONS")
  void eachReasonHasItsOwnTypeAndStatus(Expected expected) throws IOException {
    Response response = new ProblemMapper().toResponse(expected.reason());
    JsonNode json = new ObjectMapper().readTree((byte[]) response.getEntity());
    assertThat(response.getStatus()).isEqualTo(expected.status());
    assertThat(response.getMediaType()).hasToString("application/problem+json");
    assertThat(json.path("type").asText()).isEqualTo("urn:idempotency:problem:" + expected.name());
    assertThat(json.path("status").asInt()).isEqualTo(expected.status());
    assertThat(json.path("title").asText()).isNotBlank();
    assertThat(json.path("detail").asText()).isEqualTo(expected.reason().getMessage());
    assertThat(response.getHeaderString("Retry-After"))
        .isEqualTo(expected.retryAfter() == null ? null : expected.retryAfter().toString());
  }

  @Test
  void everyProblemIsReachedByAReason() {
    assertThat(REASONS.stream().map(Expected::name).collect(Collectors.toSet()))
        .hasSameSizeAs(Problem.values())
        .hasSameSizeAs(REASONS);
  }

  @Test
  void everyTypeIsDistinct() {
    assertThat(Arrays.stream(Problem.values()).map(Problem::type)).doesNotHaveDuplicates();
  }

  @Test
  void aResultThatWasNotKeptIsLocatedAsWritten() {
    Response response =
        new ProblemMapper()
            .toResponse(new OutcomeNotKeptException("m", ID, 201, "/payments/api/t/1"));
    assertThat(response.getHeaders().getFirst("Location")).isEqualTo("/payments/api/t/1");
  }

  @Test
  void aDetailIsEscaped() throws IOException {
    String detail = "a \"quote\", a \\ and a \n break, \u0001, \u00e9, \ud83d\ude00";
    assertThat(new ObjectMapper().readTree(Problem.REFUSED.json(detail)).path("detail").asText())
        .isEqualTo(detail);
  }

  @Test
  void aCauseIsToldOnceWithoutWhatTheDatabaseQuotes() {
    ServerErrorMessage said =
        new ServerErrorMessage(
            String.join(
                "\0",
                "SERROR",
                "C23505",
                "Mduplicate key value violates unique constraint",
                "DKey (payer_document)=(sentinel) already exists.",
                "npayer_key"));
    Exception database = new PSQLException(said);
    Exception provider = new PersistenceException("Internal: " + database, database);
    try (LogLines log = LogLines.of("dev.idempotency")) {
      new ProblemMapper()
          .toResponse(new RolledBackException("fact", ID, Duration.ofSeconds(1), provider));
      assertThat(database).hasMessageContaining("sentinel");
      assertThat(log.texts())
          .singleElement()
          .satisfies(
              text ->
                  assertThat(text)
                      .contains("fact", PersistenceException.class.getName())
                      .contains(PSQLException.class.getName() + " (SQLSTATE 23505")
                      .contains("constraint payer_key")
                      .doesNotContain("sentinel"));
    }
  }
}
