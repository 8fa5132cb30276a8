// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.Requests.json;
import static dev.idempotency.fingerprint.Requests.jsonExcluding;
import static dev.idempotency.fingerprint.Requests.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExcludedMembersTest {

  private static final List<String> TIMESTAMP = List.of("/clientTimestamp");

  @Test
  void anExcludedMemberMayChangeAndNothingElseMay() {
    Fingerprint first = jsonExcluding(TIMESTAMP, "{\"amount\":1,\"clientTimestamp\":\"10:00\"}");

    assertThat(jsonExcluding(TIMESTAMP, "{\"clientTimestamp\":[{}],\"amount\":1}"))
        .isEqualTo(first);
    assertThat(jsonExcluding(TIMESTAMP, "{\"amount\":2,\"clientTimestamp\":\"10:00\"}"))
        .isNotEqualTo(first);
  }

  @Test
  void anExcludedMemberCountsAsNotSent() {
    assertThat(jsonExcluding(TIMESTAMP, "{\"amount\":1,\"clientTimestamp\":null}"))
        .isEqualTo(jsonExcluding(TIMESTAMP, "{\"amount\":1}"))
        .isEqualTo(json("{\"amount\":1}"));
    assertThat(jsonExcluding(TIMESTAMP, "{\"clientTimestamp\":1}")).isEqualTo(json("{}"));
  }

  @Test
  void onlyTheNamedPlaceIsExcluded() {
    assertThat(jsonExcluding(TIMESTAMP, "{\"a\":{\"clientTimestamp\":1}}"))
        .isNotEqualTo(jsonExcluding(TIMESTAMP, "{\"a\":{\"clientTimestamp\":2}}"));
    assertThat(jsonExcluding(List.of("/a/b"), "{\"a\":{\"b\":1,\"c\":2},\"b\":3}"))
        .isEqualTo(json("{\"a\":{\"c\":2},\"b\":3}"));
    assertThat(jsonExcluding(TIMESTAMP, "{\"clientTimestam\":1}"))
        .isEqualTo(json("{\"clientTimestam\":1}"));
  }

  @Test
  void anElementIsExcludedByItsIndexInTheDocumentAsSent() {
    assertThat(jsonExcluding(List.of("/0"), "[\"x\",\"a\",\"b\"]"))
        .isEqualTo(json("[\"a\",\"b\"]"));
    assertThat(jsonExcluding(List.of("/0", "/1"), "[1,2,3]")).isEqualTo(json("[3]"));
    assertThat(jsonExcluding(List.of("/items/1/at"), "{\"items\":[{\"at\":1},{\"at\":2}]}"))
        .isEqualTo(json("{\"items\":[{\"at\":1},{}]}"));
    assertThat(jsonExcluding(List.of("/10"), "[0,1,2,3,4,5,6,7,8,9,10]"))
        .isEqualTo(json("[0,1,2,3,4,5,6,7,8,9]"));
  }

  @Test
  void aNumberNamesAMemberOfAnObjectAndAnElementOfAnArray() {
    assertThat(jsonExcluding(List.of("/a/0"), "{\"a\":{\"0\":1,\"00\":2}}"))
        .isEqualTo(json("{\"a\":{\"00\":2}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "/a~1b,   a/b",
    "/a~0b,   a~b",
    "/~01,    ~1",
    "/~10,    /0",
    "/é,      é",
    "/😀,     😀",
    "'/ ',    ' '",
    "/,       ''",
    "/a%2Fb,  a%2Fb",
    "/-,      -",
  })
  void aPointerIsReadAsRfc6901Says(String pointer, String name) {
    String document = "{\"" + name + "\":1,\"kept\":2}";

    assertThat(jsonExcluding(List.of(pointer), document)).isEqualTo(json("{\"kept\":2}"));
  }

  @Test
  void aNameIsMatchedHoweverItIsEscapedInTheDocument() {
    assertThat(jsonExcluding(List.of("/a\"b"), "{\"\\u0061\\\"b\":1}")).isEqualTo(json("{}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/b", "/a/b", "/a/0/b", "/-", "/2", "/01", "/99999999999999999999", "/a/", "//"})
  void aPointerThatMatchesNothingDoesNothing(String pointer) {
    assertThat(jsonExcluding(List.of(pointer), "{\"a\":[1]}")).isEqualTo(json("{\"a\":[1]}"));
    assertThat(jsonExcluding(List.of(pointer), "[1,2]")).isEqualTo(json("[1,2]"));
    assertThat(jsonExcluding(List.of(pointer), "1")).isEqualTo(json("1"));
    assertThat(jsonExcluding(List.of(pointer), "")).isEqualTo(json(""));
  }

  @Test
  void aPointerWithinAnExcludedMemberAddsNothing() {
    assertThat(jsonExcluding(List.of("/a/b", "/a", "/a/c"), "{\"a\":{\"d\":1}}"))
        .isEqualTo(json("{}"));
  }

  @Test
  void anExcludedMemberMustBeWellFormedAllTheSame() {
    assertThat(refusal(() -> jsonExcluding(List.of("/a"), "{\"a\":{\"b\":1,\"b\":2}}")))
        .hasMessageContaining("repeats a member name");
    assertThat(refusal(() -> jsonExcluding(List.of("/a"), "{\"a\":1,\"a\":2}")))
        .hasMessageContaining("repeats a member name");
  }

  @ParameterizedTest
  @CsvSource({
    "a/b,  it doesn't begin with a slash",
    "#/a,  it doesn't begin with a slash",
    "/a~,  a tilde is followed by neither 0 nor 1",
    "/a~2, a tilde is followed by neither 0 nor 1",
    "/~~0, a tilde is followed by neither 0 nor 1",
    "/~/0, a tilde is followed by neither 0 nor 1",
    "'',   it names the whole document",
  })
  void whatIsNoPointerToAMemberIsRefusedByName(String pointer, String fact) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExcludedMembers.of(List.of("/fine", pointer)))
        .withMessage(
            "\"%s\" can't be excluded: %s; give a JSON pointer such as /sentAt", pointer, fact);
  }

  @Test
  void aLoneSurrogateIsInNoPointer() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExcludedMembers.of(List.of("/\ud800")))
        .withMessageContaining("it holds a lone surrogate");
  }

  @Test
  void noPointersExcludeNothing() {
    assertThat(jsonExcluding(List.of(), "{\"a\":1}")).isEqualTo(json("{\"a\":1}"));
  }
}
