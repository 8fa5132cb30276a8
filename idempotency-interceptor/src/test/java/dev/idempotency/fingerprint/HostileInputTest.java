// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.ContentRefusedException.Reason.TOO_LARGE;
import static dev.idempotency.fingerprint.Requests.body;
import static dev.idempotency.fingerprint.Requests.json;
import static dev.idempotency.fingerprint.Requests.query;
import static dev.idempotency.fingerprint.Requests.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Input made to cost time or memory is answered in well under the generous bound below. */
class HostileInputTest {

  /** Of work, so that a machine that is busy with others is not mistaken for a slow answer. */
  private static final Duration BOUND = Duration.ofSeconds(10);

  private static final Duration GIVING_UP = Duration.ofMinutes(2);
  private static final int MEGABYTE = 1 << 20;

  private static <T> T soon(Supplier<T> answer) {
    return assertTimeoutPreemptively(
        GIVING_UP,
        () -> {
          ThreadMXBean threads = ManagementFactory.getThreadMXBean();
          long before = threads.getCurrentThreadCpuTime();
          T given = answer.get();
          long spent = threads.getCurrentThreadCpuTime() - before;
          assertThat(Duration.ofNanos(spent)).isLessThan(BOUND);
          return given;
        });
  }

  private static ContentRefusedException refusedSoon(String document) {
    return soon(() -> refusal(() -> json(document)));
  }

  @Test
  void anExponentThatWouldFillTheMemory() {
    assertThat(refusedSoon("{\"amount\":1e999999999}").reason()).isEqualTo(TOO_LARGE);
    assertThat(refusedSoon("{\"amount\":1e-" + "9".repeat(MEGABYTE) + "}").reason())
        .isEqualTo(TOO_LARGE);
  }

  @Test
  void aMegabyteOfDigits() {
    assertThat(refusedSoon("9".repeat(MEGABYTE)).reason()).isEqualTo(TOO_LARGE);
    assertThat(refusedSoon("0." + "0".repeat(MEGABYTE)).reason()).isEqualTo(TOO_LARGE);
  }

  @Test
  void aHundredThousandNestedArraysOrObjects() {
    assertThat(refusedSoon("[".repeat(100_000)).reason()).isEqualTo(TOO_LARGE);
    assertThat(refusedSoon("[".repeat(100_000) + "]".repeat(100_000)).reason())
        .isEqualTo(TOO_LARGE);
    assertThat(refusedSoon("{\"a\":".repeat(100_000)).reason()).isEqualTo(TOO_LARGE);
  }

  @Test
  void aMillionMembers() {
    assertThat(refusedSoon(object(1_000_000, "")).reason()).isEqualTo(TOO_LARGE);
  }

  @Test
  void asManyMembersAsAllowedInTheWorstOrder() {
    String document = object(249_999, "");

    assertThat(soon(() -> json(document))).isNotNull();
  }

  @Test
  void namesThatDifferOnlyAtTheirEnd() {
    String document = object(8_000, "n".repeat(1_000));

    assertThat(soon(() -> json(document))).isNotNull();
  }

  @Test
  void membersAtEveryLevelOfTheDeepestNesting() {
    String level = object(2_000, "");
    String document =
        (level.substring(0, level.length() - 1) + ",\"z\":").repeat(99) + "1" + "}".repeat(99);

    assertThat(soon(() -> json(document))).isNotNull();
  }

  @Test
  void aTextOfNothingButEscapes() {
    assertThat(soon(() -> json("\"" + "\\u0000".repeat(MEGABYTE) + "\""))).isNotNull();
    assertThat(soon(() -> json("[\"\\n\"" + ",\"\\n\"".repeat(400_000) + "]"))).isNotNull();
  }

  @Test
  void manyPairsInAQueryAndInAForm() {
    String pairs = "a=1&".repeat(500_000);

    assertThat(soon(() -> query(pairs))).isNotNull();
    assertThat(soon(() -> body("application/x-www-form-urlencoded", pairs))).isNotNull();
  }

  @Test
  void aMultipartBodyFullOfAlmostBoundaries() {
    String type = "multipart/form-data; boundary=" + "b".repeat(70);
    String almost = ("\r\n--" + "b".repeat(69)).repeat(100_000);

    assertThat(soon(() -> refusal(() -> body(type, almost)))).isNotNull();
    assertThat(soon(() -> refusal(() -> body(type, "\r".repeat(2 * MEGABYTE))))).isNotNull();
  }

  @Test
  void aMultipartBodyOfCountlessParts() {
    String part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n";
    String body = part.repeat(100_000) + "--b--";

    assertThat(soon(() -> refusal(() -> body("multipart/form-data; boundary=b", body))).reason())
        .isEqualTo(TOO_LARGE);
  }

  private static String object(int members, String prefix) {
    StringBuilder object = new StringBuilder("{");
    for (int i = 0; i < members; i++) {
      // An odd stride visits every number below 2^20 once, in no order.
      int name = i * 611_953 & 0xFFFFF;
      object.append(i == 0 ? "\"" : ",\"").append(prefix).append(name).append("\":0");
    }
    return object.append('}').toString();
  }
}
