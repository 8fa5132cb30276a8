// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.ContentRefusedException.Reason.MALFORMED;
import static dev.idempotency.fingerprint.Requests.arguments;
import static dev.idempotency.fingerprint.Requests.argumentsExcluding;
import static dev.idempotency.fingerprint.Requests.json;
import static dev.idempotency.fingerprint.Requests.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallArgumentsTest {

  @Test
  void areComparedByValueInTheirOrder() {
    assertThat(arguments("[{\"a\":1.0,\"b\":2},\"x\"]"))
        .isEqualTo(arguments("[ {\"b\":2,\"a\":1}, \"x\" ]"))
        .isNotEqualTo(arguments("[\"x\",{\"a\":1,\"b\":2}]"));
  }

  @Test
  void aNullMemberCountsAsAbsentAtAnyDepth() {
    assertThat(arguments("[{\"a\":1,\"b\":null},[{\"c\":null}]]"))
        .isEqualTo(arguments("[{\"a\":1},[{}]]"));
  }

  @Test
  void aNullArgumentOrElementIsKeptInItsPlace() {
    List<Fingerprint> all =
        List.of(
            arguments("[null,1]"),
            arguments("[1,null]"),
            arguments("[1]"),
            arguments("[]"),
            arguments("[null]"),
            arguments("[[null],1]"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void emptyZeroAndFalseAreNotNull() {
    List<Fingerprint> all =
        List.of(
            arguments("[{}]"),
            arguments("[{\"a\":\"\"}]"),
            arguments("[{\"a\":0}]"),
            arguments("[{\"a\":false}]"),
            arguments("[{\"a\":[]}]"),
            arguments("[{\"a\":{}}]"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void membersCanBeExcludedByThePositionOfTheArgument() {
    assertThat(argumentsExcluding(List.of("/1/at"), "[1,{\"at\":5,\"b\":6}]"))
        .isEqualTo(arguments("[1,{\"b\":6}]"));
  }

  @Test
  void neverEqualARequest() {
    assertThat(arguments("[1]")).isNotEqualTo(json("[1]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "1", "null", "\"a\"", "", "[1", "[{\"a\":null,\"a\":null}]"})
  void areAWellFormedArray(String json) {
    assertThat(refusal(() -> arguments(json)).reason()).isEqualTo(MALFORMED);
  }
}
