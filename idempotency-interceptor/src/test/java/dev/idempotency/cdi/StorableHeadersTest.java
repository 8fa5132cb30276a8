// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a filter of the application may leave in a stored answer. */
class StorableHeadersTest {

  @ParameterizedTest
  @CsvSource({"Location, /transfers/1", "X-Odd, 'a\tb \u00e9'", "ETag, W/\"1\""})
  void anOrdinaryLineMayStay(String name, String value) {
    assertThat(StorableHeaders.isLine(name, value)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Set-Cookie",
        "authorization",
        "Content-Length",
        "DATE",
        "X-Request-Id",
        "",
        "a b"
      })
  void whatBelongsToOneExchangeOrIsNoNameMayNot(String name) {
    assertThat(StorableHeaders.isLine(name, "1")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nSet-Cookie: b", "a\nb", "a\u0000b", "\u007f"})
  void aValueThatEndsItsLineMayNot(String value) {
    assertThat(StorableHeaders.isLine("Link", value)).isFalse();
  }
}
