// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.payments.http.Problem;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.ByteArrayInputStream;
import java.lang.annotation.Annotation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentRequestReaderTest {

  private static final String PAYMENT =
      """
      {"payer_name":"Fulano Rico","payer_document":"123456","amount_in_cents":%s,
       "bank_code":"001","branch_number":"1234","account_number":"56789-0"%s}""";

  @Test
  void readsThePaymentAsTheDocumentationShowsIt() {
    assertThat(read(PAYMENT.formatted("10000", "")))
        .isEqualTo(new PaymentRequest("Fulano Rico", "123456", 10_000, "001", "1234", "56789-0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10000", "1e4", "1E+4", "10000.0", "1000000e-2", "10000.000000000000000"})
  void takesAWholeAmountHoweverItIsWritten(String amount) {
    assertThat(read(PAYMENT.formatted(amount, "")).amountInCents()).isEqualTo(10_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10000.5",
        "\"10000\"",
        "null",
        "true",
        "{}",
        "[10000]",
        "0",
        "0e999999999",
        "1e19",
        "1e999999999",
        "1e-999999999",
        "1e99999999999",
        "123456789012345678901234567890"
      })
  void makesWhatIsNoWholeAmountOneThatNoConstraintAccepts(String amount) {
    PaymentRequest payment =
        Assertions.assertTimeoutPreemptively(
            Duration.ofMinutes(1), () -> read(PAYMENT.formatted(amount, "")));
    assertThat(payment.amountInCents()).isZero();
    assertThat(payment.accountNumber()).isEqualTo("56789-0");
  }

  @Test
  void keepsTheSignOfAnAmount() {
    assertThat(read(PAYMENT.formatted("-1", "")).amountInCents()).isEqualTo(-1);
  }

  @Test
  void refusesAnAmountOfAMillionDigitsWithoutConvertingIt() {
    String digits = "9".repeat(1_000_000);
    PaymentRequest payment =
        Assertions.assertTimeoutPreemptively(
            Duration.ofMinutes(1), () -> read(PAYMENT.formatted(digits, "")));
    assertThat(payment.amountInCents()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "null", "true", "[\"001\"]", "{\"bank_code\":\"001\"}"})
  void makesWhatIsNoTextOneThatNoConstraintAccepts(String value) {
    String body = PAYMENT.formatted("1", "").replace("\"001\"", value);
    assertThat(read(body).bankCode()).isEmpty();
  }

  @Test
  void makesAMissingMemberOneThatNoConstraintAccepts() {
    assertThat(read("{}")).isEqualTo(new PaymentRequest("", "", 0, "", "", ""));
  }

  @Test
  void passesOverMembersThatItDoesNotKnow() {
    String unknown =
        ",\"memo\":\"rent\",\"tags\":[1,{\"payer_name\":\"no\"}],\"far\":1e999999999,\"x\":null";
    assertThat(read(PAYMENT.formatted("10000", unknown)))
        .isEqualTo(read(PAYMENT.formatted("10000", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "\"text\"",
        "5",
        "{",
        "{\"payer_name\":}",
        "{} {}",
        "{}x",
        "{'payer_name':'x'}",
        "{\"amount_in_cents\":010}",
        "{\"amount_in_cents\":NaN}",
        "{\"payer_name\":\"a\",\"payer_name\":\"b\"}",
        "{\"a\":1,\"a\":{}}"
      })
  void refusesWhatIsNotOneJsonObjectWithAProblem(String body) {
    BadRequestException refusal = catchThrowableOfType(BadRequestException.class, () -> read(body));
    assertThat(refusal.getResponse().getStatus()).isEqualTo(400);
    assertThat(refusal.getResponse().getMediaType()).hasToString(Problem.MEDIA_TYPE);
    assertThat(new String((byte[]) refusal.getResponse().getEntity(), StandardCharsets.UTF_8))
        .contains("urn:payments:problem:malformed-json");
  }

  @Test
  void refusesNestingThatIsTooDeepForTheParser() {
    String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    assertThatThrownBy(() -> read(deep)).isInstanceOf(BadRequestException.class);
  }

  @Test
  void refusesBrokenUtf8InsteadOfReplacingIt() {
    byte[] body = PAYMENT.formatted("1", "").getBytes(StandardCharsets.UTF_8);
    body[body.length - 4] = (byte) 0xC3;
    assertThatThrownBy(() -> read(body)).isInstanceOf(BadRequestException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "GZIP", "identity, gzip", "br"})
  void refusesAnEncodedBodyWithWhatItTakes(String coding) {
    assertThatThrownBy(
            () -> read(PAYMENT.formatted("1", "").getBytes(StandardCharsets.UTF_8), coding))
        .isInstanceOfSatisfying(
            NotSupportedException.class,
            refusal ->
                assertThat(refusal.getResponse().getHeaderString("Accept-Encoding"))
                    .isEqualTo("identity"));
  }

  @Test
  void takesWhatIsNotEncoded() {
    assertThat(
            read(PAYMENT.formatted("1", "").getBytes(StandardCharsets.UTF_8), "Identity")
                .amountInCents())
        .isEqualTo(1);
  }

  private static PaymentRequest read(String body) {
    return read(body.getBytes(StandardCharsets.UTF_8));
  }

  private static PaymentRequest read(byte[] body) {
    return read(body, "");
  }

  private static PaymentRequest read(byte[] body, String coding) {
    MultivaluedMap<String, String> headers = new MultivaluedHashMap<>();
    headers.add("Content-Encoding", coding);
    return new PaymentRequestReader()
        .readFrom(
            PaymentRequest.class,
            PaymentRequest.class,
            new Annotation[0],
            MediaType.APPLICATION_JSON_TYPE,
            headers,
            new ByteArrayInputStream(body));
  }
}
