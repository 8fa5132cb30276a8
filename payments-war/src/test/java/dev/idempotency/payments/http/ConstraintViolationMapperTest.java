// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.junit.jupiter.api.Test;

class ConstraintViolationMapperTest {

  @Test
  void namesEachFieldAsTheClientSpellsItAndRepeatsNoValue() throws Exception {
    Response response = refusalOf(new PaymentRequest("", "secret\u0000", 0, "1", "1", "1"));

    assertThat(response.getStatus()).isEqualTo(400);
    assertThat(response.getMediaType()).hasToString(Problem.MEDIA_TYPE);
    assertThat(new String((byte[]) response.getEntity(), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"type\":\"urn:payments:problem:invalid-request\","
                + "\"title\":\"The request is not valid\",\"status\":400,"
                + "\"detail\":\"Correct the fields named in errors; nothing was stored.\","
                + "\"errors\":["
                + "{\"field\":\"amount_in_cents\","
                + "\"detail\":\"must be a whole number from 1 to 100000000000\"},"
                + "{\"field\":\"payer_document\","
                + "\"detail\":\"must be text of 1 to 32 characters\"},"
                + "{\"field\":\"payer_name\","
                + "\"detail\":\"must be text of 1 to 140 characters\"}]}");
  }

  private static Response refusalOf(PaymentRequest payment) throws Exception {
    try (ValidatorFactory factory =
        Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory()) {
      var violations =
          factory
              .getValidator()
              .forExecutables()
              .validateParameters(
                  new Endpoint(),
                  Endpoint.class.getDeclaredMethod("create", PaymentRequest.class),
                  new Object[] {payment});
      return new ConstraintViolationMapper()
          .toResponse(new ConstraintViolationException(violations));
    }
  }

  /** Validated as a container validates a resource: by its parameters. */
  static class Endpoint {
    void create(@Valid PaymentRequest body) {
      assertThat(body).isNotNull();
    }
  }
}
