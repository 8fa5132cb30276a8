// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.Header;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderLinesTest {

  @Test
  void noLinesAreNoText() {
    assertThat(HeaderLines.encode(List.of())).isNull();
    assertThat(HeaderLines.decode(null)).contains(List.of());
  }

  @Test
  void linesAreAnArrayOfNameAndValue() {
    List<Header> lines =
        List.of(new Header("Location", "/a"), new Header("Link", "<b>; rel=\"n\""));
    String text = "[[\"Location\",\"/a\"],[\"Link\",\"<b>; rel=\\\"n\\\"\"]]";
    assertThat(HeaderLines.encode(lines)).isEqualTo(text);
    assertThat(HeaderLines.decode(text)).contains(lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\u0000", "caf\u00e9", "\ud83d\ude42", "\ud800", "a\r\nb", "\u2028"})
  void anyCharacterComesBackAndTheTextIsAscii(String value) {
    List<Header> lines = List.of(new Header("X", value));
    String text = HeaderLines.encode(lines);
    assertThat(text).isNotNull().matches("\\p{Print}*");
    assertThat(HeaderLines.decode(text)).contains(lines);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "\"x\"",
        "[1]",
        "[[]]",
        "[[\"a\"]]",
        "[[\"a\",\"b\",\"c\"]]",
        "[[\"a\",null]]",
        "[[\"a\",1]]",
        "[{\"a\":\"b\"}]",
        "[[\"a\",\"b\"]",
        "[] []",
        "Location: /"
      })
  void anythingElseIsNotUnderstood(String text) {
    assertThat(HeaderLines.decode(text)).isEmpty();
  }
}
