// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PersistenceExceptionMapperTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08001", "08006", "53300", "57P01", "57P03"})
  void asksForARetryWhereTheDatabaseIsAway(String state) {
    Response response = responseTo(new SQLException("gone", state));

    assertThat(response.getStatus()).isEqualTo(503);
    assertThat(response.getHeaderString("Retry-After")).isEqualTo("1");
    assertThat(response.getMediaType()).hasToString(Problem.MEDIA_TYPE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "42P01", "22021", ""})
  void callsEveryOtherFailureADefect(String state) {
    Response response = responseTo(new SQLException("refused", state));

    assertThat(response.getStatus()).isEqualTo(500);
    assertThat(response.getHeaderString("Retry-After")).isNull();
  }

  @Test
  void callsAFailureWithoutTheDatabaseADefect() {
    assertThat(responseTo(new IllegalStateException("no statement")).getStatus()).isEqualTo(500);
  }

  private static Response responseTo(Exception cause) {
    return new PersistenceExceptionMapper()
        .toResponse(new PersistenceException("outer", new RuntimeException("between", cause)));
  }
}
