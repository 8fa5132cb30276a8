// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.ContentRefusedException.Reason.MALFORMED;
import static dev.idempotency.fingerprint.Requests.PAYMENT;
import static dev.idempotency.fingerprint.Requests.body;
import static dev.idempotency.fingerprint.Requests.path;
import static dev.idempotency.fingerprint.Requests.query;
import static dev.idempotency.fingerprint.Requests.refusal;
import static dev.idempotency.fingerprint.Requests.target;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a request counts beside a JSON body. */
class RequestPartsTest {

  @Test
  void methodAndPathCount() {
    List<Fingerprint> all =
        List.of(
            target("POST", "/payments", null),
            target("POST", "/payments/1/refund", null),
            target("PUT", "/payments/1", null),
            target("PUT", "/payments/2", null),
            target("PATCH", "/payments/2", null));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void methodPathQueryAndBodyDoNotRunTogether() {
    List<Fingerprint> all =
        List.of(
            target("POST", "/a", "b=c"),
            target("POST", "/ab=c", null),
            target("POS", "T/a", "b=c"),
            target("POST", "/a", "b&c"),
            target("POST", "/a", "bc"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Nested
  class Path {

    @Test
    void needlessEscapesAndTheirCaseDoNotCount() {
      assertThat(path("/p/%7Ealice%2d%41"))
          .isEqualTo(path("/p/~alice-A"))
          .isEqualTo(path("/p/%7ealice-A"));
      assertThat(path("/p/%c3%a9")).isEqualTo(path("/p/%C3%A9")).isEqualTo(path("/p/é"));
    }

    @Test
    void aSlashAndItsEscapeDiffer() {
      assertThat(path("/a%2Fb")).isNotEqualTo(path("/a/b")).isEqualTo(path("/a%2fb"));
      assertThat(path("/a%252Fb")).isNotEqualTo(path("/a%2Fb"));
    }

    @Test
    void caseTrailingSlashAndPlusCount() {
      List<Fingerprint> all =
          List.of(path("/a"), path("/A"), path("/a/"), path("//a"), path("/a+"), path("/a%20"));

      assertThat(all).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a%", "/a%2", "/a%zz", "/a%2G", "/a\ud800"})
    void brokenEscapesAreMalformed(String rawPath) {
      assertThat(refusal(() -> path(rawPath)).reason()).isEqualTo(MALFORMED);
    }
  }

  @Nested
  class Query {

    @Test
    void theOrderOfParametersDoesNotCount() {
      assertThat(query("b=2&a=1&c")).isEqualTo(query("c&a=1&b=2"));
      assertThat(query("a=2&a=1")).isEqualTo(query("a=1&a=2"));
    }

    @Test
    void repeatedParametersAreKept() {
      assertThat(query("a=1&a=1")).isNotEqualTo(query("a=1"));
    }

    @Test
    void parametersAreComparedDecoded() {
      assertThat(query("q=a+b%2Bc")).isEqualTo(query("q=a%20b%2bc")).isNotEqualTo(query("q=a+b+c"));
      assertThat(query("%61=%e2%82%ac")).isEqualTo(query("a=€"));
      assertThat(query("q=a%26b%3Dc")).isNotEqualTo(query("q=a&b=c"));
    }

    @Test
    void aNameWithoutEqualsSignHasTheEmptyValue() {
      assertThat(query("dry-run")).isEqualTo(query("dry-run=")).isNotEqualTo(query(null));
    }

    @Test
    void emptyPiecesAreNoParametersAndAnEmptyQueryIsNone() {
      assertThat(query("&a=1&&b=2&")).isEqualTo(query("a=1&b=2"));
      assertThat(query("")).isEqualTo(query(null)).isEqualTo(query("&"));
      assertThat(query("=")).isNotEqualTo(query(""));
    }

    @Test
    void namesAndValuesKeepTheirBorders() {
      List<Fingerprint> all =
          List.of(
              query("a=bc"),
              query("ab=c"),
              query("abc"),
              query("=abc"),
              query("a=b&c"),
              query("a=b=c"),
              query("a%3Db=c"));

      assertThat(all).doesNotHaveDuplicates();
    }

    @Test
    void bytesThatAreNotUtf8AreComparedAsBytes() {
      assertThat(query("a=%ff")).isEqualTo(query("a=%FF")).isNotEqualTo(query("a=%fe"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%2", "%zz=1", "a=1%", "a=%4=1", "a=\udc00"})
    void brokenEscapesAreMalformed(String rawQuery) {
      assertThat(refusal(() -> query(rawQuery)).reason()).isEqualTo(MALFORMED);
    }
  }

  @Nested
  class MediaTypeOfTheBody {

    @Test
    void countsWithoutCaseAndParameters() {
      assertThat(body("application/json; charset=UTF-8", PAYMENT))
          .isEqualTo(body("application/json", PAYMENT))
          .isEqualTo(body(" Application/JSON;charset=\"utf-8\" ", PAYMENT));
    }

    @Test
    void differentTypesDifferWhateverTheBody() {
      List<Fingerprint> all =
          List.of(
              body("application/json", PAYMENT),
              body("application/vnd.bank+json", PAYMENT),
              body("text/plain", PAYMENT),
              body("", PAYMENT),
              body("application/json", ""),
              body("text/plain", ""));

      assertThat(all).doesNotHaveDuplicates();
    }

    @Test
    void noneIsTheEmptyOne() {
      assertThat(body(null, PAYMENT)).isEqualTo(body("", PAYMENT));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/json",
          "application/json;charset=utf-16",
          "APPLICATION/PROBLEM+JSON",
          "application/vnd.bank.v2+json; profile=x",
          "application/merge-patch+json",
        })
    void jsonTypesAreComparedByValue(String type) {
      assertThat(body(type, "{\"a\":1.0,\"b\":2}")).isEqualTo(body(type, "{ \"b\":2, \"a\":1 }"));
      assertThat(refusal(() -> body(type, "{")).reason()).isEqualTo(MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "text/plain",
          "text/json",
          "application/x-ndjson",
          "application/json-seq",
          "application/jsonp",
          "json",
          "+json",
          "application/octet-stream",
          "application/xml",
          "",
        })
    void otherTypesAreComparedByTheirBytes(String type) {
      assertThat(body(type, "{\"a\":1}")).isNotEqualTo(body(type, "{\"a\": 1}"));
      assertThat(body(type, "{")).isEqualTo(body(type, "{"));
    }

    @Test
    void bytesNeedNotBeText() {
      byte[] bytes = {0, (byte) 0xFF, 0x22};
      byte[] others = {0, (byte) 0xFF, 0x23};

      assertThat(body("application/octet-stream", bytes))
          .isEqualTo(body("application/octet-stream", bytes.clone()))
          .isNotEqualTo(body("application/octet-stream", others));
    }
  }

  @Nested
  class FormBody {

    private static final String FORM = "application/x-www-form-urlencoded";

    @Test
    void isComparedDecoded() {
      assertThat(body(FORM, "payer=Fulano+Rico&amount=1%2C5"))
          .isEqualTo(body(FORM + ";charset=UTF-8", "payer=Fulano%20Rico&amount=1,5&"));
    }

    @Test
    void theOrderOfItsPairsCounts() {
      assertThat(body(FORM, "a=1&b=2")).isNotEqualTo(body(FORM, "b=2&a=1"));
    }

    @Test
    void namesAndValuesKeepTheirBorders() {
      List<Fingerprint> all =
          List.of(
              body(FORM, "a=1&b=2"),
              body(FORM, "a=1%26b=2"),
              body(FORM, "a=1&b=2&b=2"),
              body(FORM, "a=1b=2"),
              body(FORM, "a&1=b&2"));

      assertThat(all).doesNotHaveDuplicates();
      assertThat(body(FORM, "a")).isEqualTo(body(FORM, "a="));
    }

    @Test
    void aBrokenEscapeIsMalformedAndNotShown() {
      assertThat(refusal(() -> body(FORM, "card=4111&pin=%4")))
          .hasMessage(
              "Malformed form body at byte 14:"
                  + " a percent sign is not followed by two hexadecimal digits")
          .extracting(ContentRefusedException::reason)
          .isEqualTo(MALFORMED);
    }
  }
}
