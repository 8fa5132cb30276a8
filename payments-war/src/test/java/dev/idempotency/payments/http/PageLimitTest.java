// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.ws.rs.BadRequestException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageLimitTest {

  @Test
  void acceptsItsDefaultAndItsBounds() {
    assertThat(PageLimit.valueOf(PageLimit.DEFAULT).entries()).isEqualTo(50);
    assertThat(PageLimit.valueOf("1").entries()).isEqualTo(1);
    assertThat(PageLimit.valueOf("200").entries()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "201", "", "ten", "1.0", "99999999999"})
  void refusesAnythingElseAndNamesTheParameter(String text) {
    BadRequestException refusal =
        catchThrowableOfType(BadRequestException.class, () -> PageLimit.valueOf(text));
    assertThat(new String((byte[]) refusal.getResponse().getEntity(), StandardCharsets.UTF_8))
        .contains("\"field\":\"limit\"");
  }
}
