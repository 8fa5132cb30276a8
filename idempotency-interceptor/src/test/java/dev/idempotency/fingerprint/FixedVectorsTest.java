// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The digests of version 1, for ever: stored records hold them. They were computed by a second
 * implementation, from the rules of the reference page alone.
 */
class FixedVectorsTest {

  private static final Path REFERENCE = Path.of("..", "docs", "reference", "fingerprint.md");

  private record Vector(String digest, FingerprintSource source) {}

  private static Vector request(
      String digest, String method, String path, String query, String type, String body) {
    return new Vector(
        digest,
        new RequestContent(method, path, query, type, Requests.utf8(body), ExcludedMembers.none()));
  }

  private static Vector arguments(String digest, String json) {
    return new Vector(digest, new CallArguments(Requests.utf8(json), ExcludedMembers.none()));
  }

  static List<Vector> vectors() {
    return List.of(
        request(
            "7008985c930d73c1b0b662cd3c739df464d1dbccbc92a65e936adb91d2598268",
            "POST",
            "/payments",
            null,
            null,
            ""),
        request(
            "2e8f15513203d0917bbd904dfe932aae803e582a02fc9ca8f33a6bd3c2136a1f",
            "POST",
            "/payments",
            null,
            "application/json",
            "{\"account\":\"acc-17\",\"amount\":125.40,\"currency\":\"EUR\",\"memo\":\"rent\"}"),
        request(
            "d378cc5cbfbf05ddaf789dc469f7fa89c0c2fda01183a9dca1ea89d6abb51c8e",
            "POST",
            "/payments/api/transfers",
            "",
            "Application/JSON; charset=UTF-8",
            "{ \"account_number\":\"56789-0\", \"amount_in_cents\":1e4, \"bank_code\":\"001\","
                + " \"branch_number\":\"1234\", \"payer_document\":\"123456\","
                + " \"payer_name\":\"Fulano\\u0020Rico\" }"),
        request(
            "ae6482b182ec3a9e223a9ea5edceb2a092c111a60a79ae81525a8e5a216f0483",
            "PUT",
            "/payments",
            null,
            "application/vnd.bank+json",
            "{\"\\ufb33\":[1E30,-0.0,4.50,2e-3,1e-27,9007199254740993],\"\\ud83d\\ude00\":null,"
                + "\"\\r\":{\"\\u0000\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u001f\"},"
                + "\"1\":[true,false,{},[]],\"\\u00e9\":\"e\\u0301\"}"),
        request(
            "0df87d98470c5aa5c80962eb2a26ef198e221ce3a5031900a043d9a70207e5d9",
            "DELETE",
            "/a%2fb/%7Ealice/%c3%a9",
            "b=2&a=%C3%A9+x&a=1&c",
            "text/plain",
            "hello\n"),
        request(
            "bcb2d529f576576b3640ddbda7fc1e45463a24c5fc65d80e5bc25af14234ae3c",
            "POST",
            "/payments",
            null,
            "application/x-www-form-urlencoded",
            "payer=Fulano+Rico&amount=1%2C5"),
        request(
            "febf2f6c91d324a9af527e961176734e9c007894dd9e4920e4410c10ba2d02cb",
            "POST",
            "/payments",
            null,
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"meta\"\r\n"
                + "Content-Type: application/json\r\n\r\n{\"a\":1.0}\r\n"
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\nhello\r\n--x--\r\n"),
        request(
            "ac505605a12e4eebf0ecf1f7920a63e3a33700a54238b6cc5147111452d5e276",
            "POST",
            "/payments",
            null,
            "multipart/mixed; boundary=x",
            "--x\r\nContent-Type: text/plain\r\nContent-ID: <1>\r\n\r\nhello\r\n--x--\r\n"),
        arguments(
            "c7691ef78e7d8b9e38422301c25500956b3c9736f367244fc3649fc02b7817f8",
            "[\"acc-17\",125.40,null,{\"memo\":null,\"tags\":[null]}]"));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void versionOneNeverChanges(Vector vector) {
    Fingerprint fingerprint = vector.source.fingerprint(1);

    assertThat(fingerprint.version()).isEqualTo(1);
    assertThat(HexFormat.of().formatHex(fingerprint.digest())).isEqualTo(vector.digest);
  }

  @Test
  void theReferencePageListsThem() throws IOException {
    String page = Files.readString(REFERENCE);

    assertThat(vectors()).allSatisfy(vector -> assertThat(page).contains(vector.digest));
  }
}
