// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.Requests.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Theme 5 of the known faults: what is the same request, and what is another one. */
class JsonEqualityTest {

  @Test
  void memberOrderAndWhiteSpaceDoNotCount() {
    String reversed =
        " {\r\n\t\"memo\" : \"rent\" ,\"currency\":\"EUR\" ,\n \"amount\":125.40,"
            + " \"account\":\"acc-17\" } \n";

    assertThat(json(reversed)).isEqualTo(json(Requests.PAYMENT));
    assertThat(json("{\"a\":{\"x\":1,\"y\":2},\"b\":3}"))
        .isEqualTo(json("{\"b\":3,\"a\":{\"y\":2,\"x\":1}}"));
  }

  @Test
  void theOrderOfAnArrayCounts() {
    assertThat(json("[1,2]")).isNotEqualTo(json("[2,1]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"125.40", "125.4", "1254e-1", "1.254E2", "1.254e+02", "12540E-2"})
  void aNumberIsComparedByValue(String written) {
    assertThat(json("{\"amount\":" + written + "}")).isEqualTo(json("{\"amount\":125.4}"));
    assertThat(json("{\"amount\":" + written + "}")).isNotEqualTo(json("{\"amount\":125.41}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "0.0", "0e5", "-0.000E-7"})
  void thereIsOneZero(String written) {
    assertThat(json(written)).isEqualTo(json("0")).isNotEqualTo(json("1"));
  }

  @Test
  void numbersThatMeetInADoubleStayDifferent() {
    assertThat(json("9007199254740993")).isNotEqualTo(json("9007199254740992"));
    assertThat(json("0.1")).isNotEqualTo(json("0.1000000000000000055511151231257827"));
    assertThat(json("1e400")).isNotEqualTo(json("1e401"));
    assertThat(json("1e-400")).isNotEqualTo(json("0"));
  }

  @Test
  void signMagnitudeAndTypeOfANumberCount() {
    List<Fingerprint> all =
        List.of(json("1"), json("-1"), json("10"), json("0.1"), json("\"1\""), json("[1]"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void nullAbsentAndEmptyDiffer() {
    List<Fingerprint> all =
        List.of(
            json("{\"memo\":null}"),
            json("{}"),
            json("{\"memo\":\"\"}"),
            json("{\"memo\":false}"),
            json("{\"memo\":0}"),
            json("{\"memo\":[]}"),
            json("{\"memo\":{}}"),
            json("{\"memo\":[null]}"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void anEmptyBodyIsLegalAndIsNotNull() {
    List<Fingerprint> all = List.of(json(""), json("null"), json("\"\""), json("{}"), json("[]"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void howATextIsEscapedDoesNotCount() {
    assertThat(json("\"a\\/b\"")).isEqualTo(json("\"a/b\"")).isEqualTo(json("\"a\\u002fb\""));
    assertThat(json("\"\\u002F\"")).isEqualTo(json("\"\\u002f\""));
    assertThat(json("\"\\b\\f\\n\\r\\t\\\"\\\\\""))
        .isEqualTo(json("\"\\u0008\\u000c\\u000A\\u000d\\u0009\\u0022\\u005C\""));
    assertThat(json("\"\\u00e9\"")).isEqualTo(json("\"é\""));
    assertThat(json("\"\\ud83d\\ude00\"")).isEqualTo(json("\"😀\""));
    assertThat(json("{\"\\u0061mount\":1}")).isEqualTo(json("{\"amount\":1}"));
  }

  @Test
  void textsAreComparedCodeUnitByCodeUnitAndNotNormalized() {
    String composed = "\"\u00e9\"";
    String decomposed = "\"e\u0301\"";

    assertThat(json(composed)).isNotEqualTo(json(decomposed));
    assertThat(json("\"a\"")).isNotEqualTo(json("\"A\""));
    assertThat(json("\"a\"")).isNotEqualTo(json("\"a \""));
    assertThat(json("\"\\u0000\"")).isNotEqualTo(json("\"\""));
    assertThat(json("\"\\\\u0041\"")).isNotEqualTo(json("\"A\""));
  }

  @Test
  void contentCannotMoveBetweenNeighbours() {
    List<Fingerprint> all =
        List.of(
            json("[\"a\",\"b\"]"),
            json("[\"ab\",\"\"]"),
            json("[\"a,b\"]"),
            json("[\"a\\\",\\\"b\"]"),
            json("[[\"a\"],\"b\"]"),
            json("[[\"a\",\"b\"]]"),
            json("{\"a\":\"b\"}"),
            json("[1,2]"),
            json("[12]"),
            json("{\"a\":{\"b\":1},\"c\":2}"),
            json("{\"a\":{\"b\":1,\"c\":2}}"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void manyMembersInAnyOrderAreTheSameObject() {
    StringBuilder ascending = new StringBuilder("{\"0\":0");
    StringBuilder descending = new StringBuilder("{");
    for (int i = 1; i < 1000; i++) {
      ascending.append(",\"").append(i).append("\":").append(i);
      descending.append("\"").append(1000 - i).append("\":").append(1000 - i).append(",");
    }

    assertThat(json(ascending + "}")).isEqualTo(json(descending + "\"0\":0}"));
  }

  @Test
  void everyByteOfALongTextCounts() {
    String text = "x".repeat(5_000);

    assertThat(json("\"" + text + "y\"")).isNotEqualTo(json("\"" + text + "z\""));
    assertThat(json("\"" + text + "\\u0079\"")).isEqualTo(json("\"" + text + "y\""));
  }
}
