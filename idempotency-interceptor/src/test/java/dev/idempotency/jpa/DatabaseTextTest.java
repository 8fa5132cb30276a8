// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "caf\u00e9 \ud83d\ude42\n\t", "\uffff\ue000"})
  void whatPostgresHoldsIsKept(String text) {
    assertThat(DatabaseText.storable(text)).isSameAs(text);
  }

  @Test
  void zeroCharactersGo() {
    assertThat(DatabaseText.storable("\u0000a\u0000b\u0000")).isEqualTo("ab");
  }

  @Test
  void unpairedSurrogatesAreReplacedAndPairsKept() {
    assertThat(DatabaseText.storable("\ud800a\udc00\ud83d\ude42\ud800"))
        .isEqualTo("\ufffda\ufffd\ud83d\ude42\ufffd");
  }

  @ParameterizedTest
  @CsvSource({
    "abcd, 4, abcd",
    "abcde, 4, abcd",
    "abc\ud83d\ude42, 4, abc",
    "abc\ud83d\ude42, 5, abc\ud83d\ude42"
  })
  void aBoundNeverSplitsAPair(String text, int maxChars, String bounded) {
    assertThat(DatabaseText.bounded(text, maxChars)).isEqualTo(bounded);
  }
}
