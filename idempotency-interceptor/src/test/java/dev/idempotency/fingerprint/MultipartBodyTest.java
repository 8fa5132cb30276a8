// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.ContentRefusedException.Reason.MALFORMED;
import static dev.idempotency.fingerprint.ContentRefusedException.Reason.TOO_LARGE;
import static dev.idempotency.fingerprint.Requests.body;
import static dev.idempotency.fingerprint.Requests.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartBodyTest {

  private static final String FILE_HEADERS =
      """
      Content-Disposition: form-data; name="file"; filename="a.txt"
      Content-Type: text/plain
      """;

  /** Joins parts, each given as headers, an empty line and content, with LF for readability. */
  private static String multipart(String boundary, String... parts) {
    StringBuilder body = new StringBuilder();
    for (String part : parts) {
      body.append("--").append(boundary).append('\n').append(part).append('\n');
    }
    return body.append("--").append(boundary).append("--\n").toString().replace("\n", "\r\n");
  }

  private static Fingerprint formData(String... parts) {
    return body("multipart/form-data; boundary=b0", multipart("b0", parts));
  }

  private static String field(String name, String value) {
    return "Content-Disposition: form-data; name=\"" + name + "\"\n\n" + value;
  }

  private static String json(String value) {
    return "Content-Disposition: form-data; name=meta\nContent-Type: application/json\n\n" + value;
  }

  private static ContentRefusedException refused(String raw) {
    return refusal(() -> body("multipart/form-data; boundary=b0", raw.replace("\n", "\r\n")));
  }

  @Test
  void theBoundaryDoesNotCount() {
    String[] parts = {field("a", "1"), FILE_HEADERS + "\nhello\n"};

    assertThat(body("multipart/form-data; boundary=b0", multipart("b0", parts)))
        .isEqualTo(
            body(
                "Multipart/Form-Data; charset=utf-8; Boundary=\"-- x:y\"",
                multipart("-- x:y", parts)));
  }

  @Test
  void partsCountInTheirOrder() {
    assertThat(formData(field("a", "1"), field("b", "2")))
        .isNotEqualTo(formData(field("b", "2"), field("a", "1")))
        .isNotEqualTo(formData(field("a", "1")))
        .isNotEqualTo(formData(field("a", "1"), field("b", "2"), field("b", "2")));
  }

  @Test
  void nameFileNameMediaTypeAndContentCount() {
    List<Fingerprint> all =
        List.of(
            formData(FILE_HEADERS + "\nhello"),
            formData(FILE_HEADERS + "\nhello\n"),
            formData(FILE_HEADERS + "\n"),
            formData(FILE_HEADERS.replace("\"file\"", "\"other\"") + "\nhello"),
            formData(FILE_HEADERS.replace("a.txt", "b.txt") + "\nhello"),
            formData(FILE_HEADERS.replace("a.txt", "") + "\nhello"),
            formData(FILE_HEADERS.replace("; filename=\"a.txt\"", "") + "\nhello"),
            formData(FILE_HEADERS.replace("filename=\"a.txt\"", "filename*=a.txt") + "\nhello"),
            formData(FILE_HEADERS.replace("filename=", "name*=") + "\nhello"),
            formData(FILE_HEADERS.replace("text/plain", "text/html") + "\nhello"),
            formData(FILE_HEADERS.replace("Content-Type: text/plain\n", "") + "\nhello"));

    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void howHeadersAreSpelledDoesNotCount() {
    String respelled =
        """
        content-type:text/plain;charset=utf-8
        CONTENT-DISPOSITION:  form-data;FileName=a.txt ; NAME=file\s
        """;

    assertThat(formData(respelled + "\nhello")).isEqualTo(formData(FILE_HEADERS + "\nhello"));
  }

  @Test
  void otherHeadersOfFormDataAreIgnoredAsRfc7578Asks() {
    assertThat(formData("Content-Length: 5\n" + FILE_HEADERS + "\nhello"))
        .isEqualTo(formData("Content-Transfer-Encoding: Binary\n" + FILE_HEADERS + "\nhello"))
        .isEqualTo(formData(FILE_HEADERS + "\nhello"));
  }

  @Test
  void aTransferEncodingThatChangesTheContentCounts() {
    assertThat(formData("Content-Transfer-Encoding: base64\n" + FILE_HEADERS + "\naGk="))
        .isNotEqualTo(formData(FILE_HEADERS + "\naGk="));
  }

  @Test
  void everyHeaderCountsInOtherMultipartTypes() {
    String mixed = "multipart/mixed; boundary=b0";
    String first = multipart("b0", "Content-ID: 1\nContent-Type: text/plain\n\nhello");
    String reordered = multipart("b0", "Content-Type: text/plain\nContent-Id:1\n\nhello");
    String second = multipart("b0", "Content-ID: 2\nContent-Type: text/plain\n\nhello");
    String otherBoundary = multipart("b1", "Content-ID: 1\nContent-Type: text/plain\n\nhello");

    assertThat(body(mixed, first))
        .isEqualTo(body(mixed, reordered))
        .isEqualTo(body("multipart/mixed; boundary=b1", otherBoundary))
        .isNotEqualTo(body(mixed, second));
    assertThatCode(() -> body(mixed, multipart("b0", "\nno headers"))).doesNotThrowAnyException();
  }

  @Test
  void aPartOfJsonIsComparedByValueAndOthersByTheirBytes() {
    assertThat(formData(json("{\"a\":1.0,\"b\":2}")))
        .isEqualTo(formData(json("{ \"b\": 2, \"a\": 1 }")))
        .isNotEqualTo(formData(json("{\"a\":1,\"b\":3}")));
    assertThat(formData(field("meta", "{\"a\":1}")))
        .isNotEqualTo(formData(field("meta", "{\"a\": 1}")));
    assertThat(formData(json(""))).isNotEqualTo(formData(json("null")));
  }

  @Test
  void aPartOfMalformedJsonIsMalformedWithItsPlaceInTheBody() {
    assertThat(refusal(() -> formData(json("{\"card\":4111,\"card\":1}"))))
        .hasMessage("Malformed JSON at byte 105: the object that ends here repeats a member name");
  }

  @Test
  void contentMayHoldWhatLooksAlmostLikeABoundary() {
    assertThatCode(() -> formData(field("a", "x--b0\n-b0\n--b\n--B0\n --b0")))
        .doesNotThrowAnyException();
  }

  @Test
  void contentKeepsItsLineEnds() {
    assertThat(formData(field("a", "1\n"))).isNotEqualTo(formData(field("a", "1")));
    assertThat(formData(field("a", ""))).isNotEqualTo(formData(field("a", "\n")));
  }

  @Test
  void noPartsAndNoBodyAreLegalAndDiffer() {
    assertThat(formData()).isNotEqualTo(body("multipart/form-data; boundary=b0", ""));
  }

  @Test
  void paddingAfterABoundaryAndTheLastLineEndDoNotCount() {
    String padded = "\r\n--b0 \t\r\n" + field("a", "1").replace("\n", "\r\n") + "\r\n--b0-- ";

    assertThat(body("multipart/form-data; boundary=b0", padded))
        .isEqualTo(formData(field("a", "1")));
  }

  @Test
  void whatStandsBeforeAndAfterTheBoundariesCounts() {
    String plain = multipart("b0", field("a", "1"));
    String type = "multipart/form-data; boundary=b0";

    assertThat(List.of(body(type, plain), body(type, "x\r\n" + plain), body(type, plain + "x")))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "--b0",
        "--b0\n",
        "--b0\nContent-Disposition: form-data; name=a\n",
        "--b0\nContent-Disposition: form-data; name=a\n\n",
        "--b0\nContent-Disposition: form-data; name=a\n\n1",
        "--b0\nContent-Disposition: form-data; name=a\n\n1\n--b0",
        "--b0\nContent-Disposition: form-data; name=a\n\n1\n--b0-",
        "--b0\nContent-Disposition: form-data; name=a\n\n1\n--b0x\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\n\n1\n--b0--x",
        "--b0\nContent-Disposition: form-data; name=a\n\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\n\n--b0\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\n folded\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\nno colon\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\n: no name\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\nX : space\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\nX: \u0000\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\nA: 1\na: 2\n\n1\n--b0--",
        "--b0\n\nno headers\n--b0--",
        "--b0\nContent-Disposition: form-data\n\nno name\n--b0--",
        "--b0\nContent-Disposition: attachment; name=a\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=\"a\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=\"a\\\"\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=\"a\"b\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a\"b\n\n1\n--b0--",
        "--b0\nContent-Disposition: form-data; name=a; name=b\n\n1\n--b0--",
      })
  void whatReadersCouldSplitDifferentlyIsMalformed(String raw) {
    assertThat(refused(raw).reason()).isEqualTo(MALFORMED);
  }

  @Test
  void linesThatEndInLineFeedsOnlyAreMalformed() {
    String body = multipart("b0", field("a", "1")).replace("\r\n", "\n");

    assertThat(refusal(() -> body("multipart/form-data; boundary=b0", body)).reason())
        .isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/form-data; boundary",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"\"",
        "multipart/form-data; boundary=\"b0 \"",
        "multipart/form-data; boundary=\"b0",
        "multipart/form-data; boundary=b0; boundary=b0",
        "multipart/form-data; boundary=b@0",
        "multipart/form-data; boundary=bé0",
        "multipart/form-data; boundary="
            + "b23456789012345678901234567890123456789012345678901234567890123456789012",
      })
  void aMissingOrIllegalBoundaryIsMalformed(String type) {
    assertThat(refusal(() -> body(type, multipart("b0", field("a", "1")))).reason())
        .isEqualTo(MALFORMED);
  }

  @Test
  void partsAndTheirHeadersAreLimited() {
    String[] parts = new String[1_001];
    Arrays.fill(parts, field("a", "1"));
    String longHeader = "X: " + "x".repeat(8_192) + "\n" + field("a", "1");

    assertThat(refusal(() -> formData(parts)))
        .hasMessage("The multipart body is over the limit of 1000 parts")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(TOO_LARGE);
    assertThat(refusal(() -> formData(longHeader)))
        .hasMessage("The header section of a part is over the limit of 8192 bytes")
        .extracting(ContentRefusedException::reason)
        .isEqualTo(TOO_LARGE);
  }
}
