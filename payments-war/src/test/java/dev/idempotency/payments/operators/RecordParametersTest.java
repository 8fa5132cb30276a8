// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.RecordQuery;
import dev.idempotency.RecordQuery.Position;
import jakarta.ws.rs.BadRequestException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordParametersTest {

  private static RecordQuery query(String name, String value) {
    return new RecordParameters(
            name.equals("operation") ? value : null,
            name.equals("status") ? value : null,
            name.equals("stuck") ? value : null,
            name.equals("since") ? value : null,
            name.equals("after") ? value : null)
        .query();
  }

  @Test
  void nothingAsksForTheNewestOfAll() {
    assertThat(query("none", "")).isEqualTo(RecordQuery.newest());
  }

  @Test
  void eachParameterNarrowsTheList() {
    assertThat(query("operation", "transfers.create").operation()).isEqualTo("transfers.create");
    assertThat(query("status", "FAILED").state()).isEqualTo("FAILED");
    assertThat(query("stuck", "true").stuck()).isTrue();
    assertThat(query("stuck", "false").stuck()).isFalse();
    assertThat(query("since", "2026-12-01T09:30:00Z").since())
        .isEqualTo(Instant.parse("2026-12-01T09:30:00Z"));
    assertThat(query("since", "PT1H").within()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aPlaceIsReadAsItWasWritten() {
    Position place = new Position(Instant.parse("2026-12-01T09:30:00.123456Z"), UUID.randomUUID());
    assertThat(query("after", RecordParameters.written(place)).after()).isEqualTo(place);
  }

  @ParameterizedTest
  @CsvSource({
    "stuck, yes",
    "stuck, ''",
    "since, yesterday",
    "since, 2026-12-01",
    "since, 1969-12-31T23:59:59Z",
    "since, +999999999-01-01T00:00:00Z",
    "since, P-1D",
    "since, PT0S",
    "since, P999999999D",
    "since, PT9999999999999999999H",
    "after, x",
    "after, 2026-12-01T09:30:00Z",
    "after, 2026-12-01T09:30:00Z~x",
    "after, x~6ba7b810-9dad-11d1-80b4-00c04fd430c8"
  })
  void whatCannotBeReadIsNamed(String name, String value) {
    BadRequestException refused =
        catchThrowableOfType(BadRequestException.class, () -> query(name, value));
    assertThat(refused.getResponse().getStatus()).isEqualTo(400);
    String body = new String((byte[]) refused.getResponse().getEntity(), StandardCharsets.UTF_8);
    assertThat(body).contains("\"field\":\"" + name + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"P1D", "PT24H", "PT0.5S"})
  void aDurationMayBeOfAnySpelling(String text) {
    assertThat(query("since", text).within()).isEqualTo(Duration.parse(text));
  }
}
