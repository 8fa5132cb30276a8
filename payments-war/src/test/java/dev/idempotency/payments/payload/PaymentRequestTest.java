// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.ValidatorFactory;
import java.util.List;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentRequestTest {

  private static ValidatorFactory factory;

  @BeforeAll
  static void start() {
    factory =
        Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory();
  }

  @AfterAll
  static void stop() {
    factory.close();
  }

  @Test
  void acceptsEveryFieldAtItsUpperBound() {
    PaymentRequest largest =
        new PaymentRequest(
            "n".repeat(140),
            "d".repeat(32),
            PaymentRequest.MAX_AMOUNT_IN_CENTS,
            "b".repeat(16),
            "r".repeat(16),
            "a".repeat(PaymentRequest.MAX_ACCOUNT_NUMBER));
    assertThat(violationsOf(largest)).isEmpty();
  }

  @Test
  void namesEachFieldThatIsTooLongOnce() {
    PaymentRequest tooLarge =
        new PaymentRequest(
            "n".repeat(141),
            "d".repeat(33),
            PaymentRequest.MAX_AMOUNT_IN_CENTS + 1,
            "b".repeat(17),
            "r".repeat(17),
            "a".repeat(PaymentRequest.MAX_ACCOUNT_NUMBER + 1));
    assertThat(violationsOf(tooLarge))
        .containsExactlyInAnyOrder(
            "payerName must be text of 1 to 140 characters",
            "payerDocument must be text of 1 to 32 characters",
            "amountInCents must be a whole number from 1 to 100000000000",
            "bankCode must be text of 1 to 16 characters",
            "branchNumber must be text of 1 to 16 characters",
            "accountNumber must be text of 1 to 34 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "a\u0000b", "a\nb", "a\ud800b"})
  void refusesNamesThatAreBlankOrCannotBeStored(String name) {
    assertThat(violationsOf(new PaymentRequest(name, "1", 1, "1", "1", "1")))
        .containsExactly("payerName must be text of 1 to 140 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Żółć Ñandú", "李小龍", "\ud83d\ude00"})
  void acceptsNamesOfEveryScript(String name) {
    assertThat(violationsOf(new PaymentRequest(name, "1", 1, "1", "1", "1"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void refusesAmountsOutsideTheBounds(long amount) {
    assertThat(violationsOf(new PaymentRequest("n", "1", amount, "1", "1", "1")))
        .containsExactly("amountInCents must be a whole number from 1 to 100000000000");
  }

  private static List<String> violationsOf(PaymentRequest payment) {
    Validator validator = factory.getValidator();
    return validator.validate(payment).stream()
        .map(violation -> violation.getPropertyPath() + " " + violation.getMessage())
        .toList();
  }
}
