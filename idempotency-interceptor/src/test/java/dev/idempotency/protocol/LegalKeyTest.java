// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LegalKeyTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "a b", "!", "~", "\"", "\\", "a,b;c"})
  void isPrintableAscii(String key) {
    assertThat(LegalKey.fault(key)).isEmpty();
    assertThat(LegalKey.fault(key.repeat(255 / key.length()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'',empty",
    "' ',a space",
    "' s3cret',a space",
    "'s3cret ',a space",
    "s3cr\u00e9t,printable",
    "'s3cret\t.',printable",
    "s3cret\u007f,printable"
  })
  void isNothingElseAndTheFaultShowsNoPartOfIt(String key, String fault) {
    assertThat(LegalKey.fault(key))
        .hasValueSatisfying(told -> assertThat(told).contains(fault).doesNotContain("s3c"));
    assertThat(LegalKey.fault("k".repeat(256))).contains("it has 256 characters");
  }
}
