// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The moves of a record within its life")
class RecordStateTest {

  @ParameterizedTest
  @CsvSource({
    "IN_PROGRESS, IN_PROGRESS, true",
    "IN_PROGRESS, SUCCEEDED, true",
    "IN_PROGRESS, FAILED, true",
    "SUCCEEDED, IN_PROGRESS, false",
    "SUCCEEDED, SUCCEEDED, false",
    "SUCCEEDED, FAILED, false",
    "FAILED, IN_PROGRESS, true",
    "FAILED, SUCCEEDED, false",
    "FAILED, FAILED, false"
  })
  void everyPairIsLegalOrNot(RecordState from, RecordState to, boolean legal) {
    assertThat(from.mayBecome(to)).isEqualTo(legal);
  }
}
