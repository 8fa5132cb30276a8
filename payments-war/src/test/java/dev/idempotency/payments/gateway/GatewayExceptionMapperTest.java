// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.payments.gateway.GatewayException.Failure;
import dev.idempotency.payments.http.Problem;
import jakarta.ws.rs.core.Response;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayExceptionMapperTest {

  @ParameterizedTest
  @CsvSource({"UNAVAILABLE,503,5", "UNINTELLIGIBLE,502,5", "KEY_REUSED,500,"})
  void asksForARetryOnlyWhereOneCanSucceed(Failure failure, int status, String retryAfter) {
    Response response =
        new GatewayExceptionMapper()
            .toResponse(new GatewayException(failure, "The gateway failed.", null));

    assertThat(response.getStatus()).isEqualTo(status);
    assertThat(response.getMediaType()).hasToString(Problem.MEDIA_TYPE);
    assertThat(response.getHeaderString("Retry-After")).isEqualTo(retryAfter);
  }
}
