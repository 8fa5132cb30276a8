// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.ContentRefusedException.Reason.MALFORMED;
import static dev.idempotency.fingerprint.ContentRefusedException.Reason.TOO_LARGE;
import static dev.idempotency.fingerprint.Requests.json;
import static dev.idempotency.fingerprint.Requests.refusal;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRefusalTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "\n",
        "{",
        "[",
        "}",
        "]",
        ",",
        ":",
        "\"",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "[1",
        "[1,",
        "[,1]",
        "[1,]",
        "[1 2]",
        "{\"a\":1,}",
        "{,}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{\"a\":}",
        "{null:1}",
        "[1}",
        "{\"a\":1]",
        "1 2",
        "{}{}",
        "{} x",
        "[]]",
        "nul",
        "nulll",
        "True",
        "NULL",
        "undefined",
        "NaN",
        "Infinity",
        "-Infinity",
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "-.5",
        "1.e5",
        "1e",
        "1e+",
        "1E-",
        "1e5.0",
        "0x10",
        "1_000",
        "1,000",
        "1d",
        "--1",
        "0-1",
        "// comment\n1",
        "/* c */1",
        "1#",
        "\"a",
        "\"a\\\"",
        "\"\\",
        "\"\\x41\"",
        "\"\\'\"",
        "\"\\u\"",
        "\"\\u12\"",
        "\"\\u12G4\"",
        "\"\\U0041\"",
        "\"\\u+123\"",
        "\"\t\"",
        "\"\n\"",
        "\"\u0000\"",
        "\"\u001f\"",
        "'a'",
        "\u0000",
        "1\u0000",
        "[1]\u0000",
        "\u000c1",
        "\u00a01",
        "\u20281",
        "é",
        "[\"a\"\"b\"]",
      })
  void whatBreaksTheGrammarIsMalformed(String document) {
    assertThat(refusal(() -> json(document)).reason()).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"amount\":1,\"amount\":9000}",
        "{\"amount\":1,\"\\u0061mount\":1}",
        "{\"é\":1,\"\\u00e9\":2}",
        "{\"\":1,\"\":2}",
        "[{\"a\":{\"b\":1,\"c\":2,\"b\":1}}]",
        "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9,\"j\":10,"
            + "\"k\":11,\"l\":12,\"m\":13,\"n\":14,\"a\":15}",
      })
  void aRepeatedMemberIsMalformedHoweverItIsWritten(String document) {
    assertThat(refusal(() -> json(document)))
        .hasMessageContaining("repeats a member name")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(MALFORMED);
  }

  @Test
  void theSameNameInDifferentObjectsIsNoRepetition() {
    assertThatCode(() -> json("{\"a\":{\"a\":[{\"a\":1},{\"a\":1}]},\"b\":{\"a\":1}}"))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud800",
        "\\ud801",
        "\\udc00",
        "\\udfff",
        "\\ud800x",
        "\\ud800\\u0041",
        "\\ud800\\ud800",
        "\\udc00\\ud800",
        "\\udc00\\udc00",
        "\\ud800\\\\udc00",
        "\\ud800\\n",
        "\\ud83d\\ude00\\ud83d",
      })
  void anEscapedLoneSurrogateIsMalformed(String text) {
    assertThat(refusal(() -> json("\"" + text + "\"")))
        .hasMessageContaining("a text holds a lone surrogate");
    assertThat(refusal(() -> json("{\"" + text + "\":1}")))
        .hasMessageContaining("a text holds a lone surrogate");
  }

  @ParameterizedTest
  @CsvSource({
    "80, a continuation alone",
    "bf, a continuation alone",
    "c3, a truncated sequence",
    "c328, a sequence cut by ASCII",
    "c080, an overlong NUL",
    "c1bf, an overlong ASCII",
    "e08080, an overlong NUL in three bytes",
    "e09fbf, an overlong form of three bytes",
    "f08080af, an overlong slash in four bytes",
    "f08fbfbf, an overlong form of four bytes",
    "eda080, the surrogate D800",
    "edbfbf, the surrogate DFFF",
    "eda0bdedb880, a pair of surrogates as in CESU-8",
    "f4908080, beyond U+10FFFF",
    "f5808080, a first byte that never occurs",
    "e282, a character of three bytes in two",
    "f09f98, a character of four bytes in three",
    "e28228, a third byte that continues nothing",
    "f09f9828, a fourth byte that continues nothing",
    "fe, a byte that never occurs",
    "ff, a byte that never occurs",
  })
  void bytesThatAreNotUtf8AreMalformed(String hex, String why) {
    byte[] bytes = HexFormat.of().parseHex("22" + hex + "22");
    byte[] cutOff = HexFormat.of().parseHex("22" + hex);

    assertThat(refusal(() -> json(bytes)).reason()).as(why).isEqualTo(MALFORMED);
    assertThat(refusal(() -> json(cutOff)).reason()).as(why).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf"})
  void theFirstAndLastCharactersOfEachLengthAreAccepted(String hex) {
    assertThatCode(() -> json(HexFormat.of().parseHex("22" + hex + "22")))
        .doesNotThrowAnyException();
  }

  @Test
  void aByteOrderMarkIsMalformed() {
    assertThat(refusal(() -> json("\ufeff{}")))
        .hasMessage("Malformed JSON at byte 0: a byte order mark is not allowed");
  }

  @Test
  void otherEncodingsOfUnicodeAndLatinLettersAreMalformed() {
    for (Charset charset : List.of(UTF_16, UTF_16LE, UTF_16BE, Charset.forName("UTF-32"))) {
      assertThat(refusal(() -> json("{\"a\":1}".getBytes(charset))).reason()).isEqualTo(MALFORMED);
    }
    assertThat(refusal(() -> json("\"é\"".getBytes(ISO_8859_1))).reason()).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e1001", "1e-1001", "0e1001", "1e999999999", "1E+99999999999999999999"})
  void anAbsurdExponentIsTooLarge(String number) {
    assertThat(refusal(() -> json("[" + number + "]")))
        .hasMessage("The exponent of a JSON number is over the limit of 1000 in either direction")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(TOO_LARGE);
  }

  @Test
  void aNumberMayBeAThousandCharactersLong() {
    assertThatCode(() -> json("-" + "9".repeat(999))).doesNotThrowAnyException();
    assertThatCode(() -> json("0." + "1".repeat(998))).doesNotThrowAnyException();
    assertThat(refusal(() -> json("-" + "9".repeat(1000))))
        .hasMessage("A JSON number is over the limit of 1000 characters")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(TOO_LARGE);
    assertThat(refusal(() -> json("0." + "0".repeat(999))).reason()).isEqualTo(TOO_LARGE);
    assertThat(refusal(() -> json("1e" + "0".repeat(999))).reason()).isEqualTo(TOO_LARGE);
  }

  @Test
  void nestingMayBeAHundredLevelsDeep() {
    assertThatCode(() -> json("[".repeat(100) + "]".repeat(100))).doesNotThrowAnyException();
    assertThatCode(() -> json("{\"a\":".repeat(100) + "1" + "}".repeat(100)))
        .doesNotThrowAnyException();
    assertThat(refusal(() -> json("[".repeat(101) + "]".repeat(101))))
        .hasMessage("Nesting of the JSON document is over the limit of 100 levels")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(TOO_LARGE);
    assertThat(refusal(() -> json("{\"a\":[".repeat(51))).reason()).isEqualTo(TOO_LARGE);
  }

  @Test
  void aDocumentMayHoldHalfAMillionValuesAndNames() {
    assertThatCode(() -> json("[0" + ",0".repeat(499_998) + "]")).doesNotThrowAnyException();
    assertThat(refusal(() -> json("[0" + ",0".repeat(499_999) + "]")))
        .hasMessage("The JSON document is over the limit of 500000 values and member names")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(TOO_LARGE);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{\"card\":\"4111\",}`, Malformed JSON at byte 15: a member name was expected",
        "`{\"card\" \"4111\"}`, Malformed JSON at byte 8: a colon was expected",
        "`[\"4111\" 4111]`, Malformed JSON at byte 8: a comma or the end of the array was expected",
        "`{\"card\":\"4111\"`, Malformed JSON at byte 14: the document ends too early",
        "`{\"card\":4111,\"card\":1}`, "
            + "Malformed JSON at byte 22: the object that ends here repeats a member name",
      })
  void theMessageSaysWhatIsWrongAndWhereAndShowsNoContent(String document, String message) {
    assertThat(refusal(() -> json(document))).hasMessage(message);
  }
}
