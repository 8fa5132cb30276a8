// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.idempotency.InvalidKeyException;
import dev.idempotency.InvalidKeyException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHeaderTest {

  private static final String HEADER = "Idempotency-Key";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "abc|abc",
        "\"abc\"|abc",
        "  abc\t|abc",
        " \"abc\" |abc",
        "\"a\\\"b\"|a\"b",
        "\"a\\\\b\"|a\\b",
        "\"a,b;c d\"|a,b;c d",
        "ABC|ABC",
        "8e03978e-40d5-43dd-bc93-6894a57f9324|8e03978e-40d5-43dd-bc93-6894a57f9324",
        "a=b:c/(d)~!|a=b:c/(d)~!",
      })
  void bothSpellingsOfOneKeyAreTheSame(String line, String key) {
    assertThat(KeyHeader.parse(HEADER, List.of(line))).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "\t",
        "\"\"",
        "\"   \"",
        "\" a\"",
        "\"a \"",
        "\"",
        "\"abc",
        "\"abc\\\"",
        "\"abc\\",
        "\"a\\bc\"",
        "\"abc\"x",
        "\"abc\";v=1",
        "\"abc\",",
        "abc;v=1",
        "abc,",
        ",abc",
        "a b",
        "a\tb",
        "a\"b",
        "a\\b",
        "cl\u00e9",
        "\"cl\u00e9\"",
        "a\u0000b",
        "\"a\u0007b\"",
        "a\u007fb",
      })
  void whatIsNoKeyIsMalformed(String line) {
    assertRefused(Reason.MALFORMED, line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b", "a, a", "\"a\",\"b\"", "\"a\" , b", "a,\"b,c\""})
  void severalMembersAreRepeated(String line) {
    assertRefused(Reason.REPEATED, line);
  }

  @Test
  void severalLinesAreRepeatedEvenWhereTheyAreEqual() {
    assertRefused(Reason.REPEATED, "a", "a");
    assertRefused(Reason.REPEATED, "a", "");
  }

  @Test
  void aKeyMayHave255Characters() {
    String longest = "k".repeat(255);
    assertThat(KeyHeader.parse(HEADER, List.of(longest))).isEqualTo(longest);
    assertThat(KeyHeader.parse(HEADER, List.of('"' + longest + '"'))).isEqualTo(longest);
    assertRefused(Reason.MALFORMED, longest + "k");
    assertRefused(Reason.MALFORMED, '"' + longest + "k\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "a=b:c/(d)~!", "order 7", "a\"b", "a\\b", "a,b;c", "\\\""})
  void aKeyThatIsWrittenIsReadAgainAndBareWhereItMayBe(String key) {
    String line = KeyHeader.of(key);
    assertThat(KeyHeader.parse(HEADER, List.of(line))).isEqualTo(key);
    assertThat(line.startsWith("\"")).isEqualTo(key.matches(".*[ ,;\"\\\\].*"));
  }

  @Test
  void escapesCountAsOneCharacter() {
    String quotes = "\\\"".repeat(255);
    assertThat(KeyHeader.parse(HEADER, List.of('"' + quotes + '"'))).isEqualTo("\"".repeat(255));
  }

  @Test
  void theMessageNamesTheHeaderAndNeverTheKey() {
    assertThatThrownBy(() -> KeyHeader.parse("X-Key", List.of("s3cret;")))
        .hasMessageContaining("X-Key")
        .hasMessageNotContaining("s3cret");
  }

  private static void assertRefused(Reason reason, String... lines) {
    assertThatThrownBy(() -> KeyHeader.parse(HEADER, List.of(lines)))
        .asInstanceOf(type(InvalidKeyException.class))
        .extracting(InvalidKeyException::reason)
        .isEqualTo(reason);
  }
}
