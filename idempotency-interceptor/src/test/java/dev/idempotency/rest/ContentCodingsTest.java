// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentCodingsTest {

  private static final int LIMIT = 1000;
  private static final byte[] PLAIN = "{\"amount\":1}".getBytes(UTF_8);

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "identity", "Identity, identity"})
  void aBodyWithoutCodingIsLeftAlone(String header) {
    assertThat(ContentCodings.decode(header, PLAIN, LIMIT)).isSameAs(PLAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "GZIP", "x-gzip", "identity, gzip"})
  void gzipIsUndone(String header) throws IOException {
    assertThat(ContentCodings.decode(header, gzip(PLAIN), LIMIT)).isEqualTo(PLAIN);
  }

  @Test
  void deflateIsUndone() throws IOException {
    assertThat(ContentCodings.decode("deflate", deflate(PLAIN), LIMIT)).isEqualTo(PLAIN);
  }

  @Test
  void theLastCodingIsUndoneFirst() throws IOException {
    assertThat(ContentCodings.decode("deflate, gzip", gzip(deflate(PLAIN)), LIMIT))
        .isEqualTo(PLAIN);
  }

  @Test
  void anEmptyBodyHasNothingToUndo() {
    assertThat(ContentCodings.decode("gzip", new byte[0], LIMIT)).isEmpty();
  }

  @Test
  void severalMembersOfGzipAreOneBody() throws IOException {
    byte[] two = concat(gzip("{\"amount\":".getBytes(UTF_8)), gzip("1}".getBytes(UTF_8)));
    assertThat(ContentCodings.decode("gzip", two, LIMIT)).isEqualTo(PLAIN);
  }

  @Test
  @Timeout(10)
  void manySmallMembersCostNoMoreThanTheirBytes() throws IOException {
    byte[] large = new byte[1 << 20];
    byte[] first = gzip(large);
    byte[] empty = gzip(new byte[0]);
    byte[] body = Arrays.copyOf(first, 1 << 20);
    int end = first.length;
    for (; end + empty.length <= body.length; end += empty.length) {
      System.arraycopy(empty, 0, body, end, empty.length);
    }
    assertThat(ContentCodings.decode("gzip", Arrays.copyOf(body, end), 1 << 20)).isEqualTo(large);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EVIL", "\u0000", "\u0000\u0000\u0000MORE"})
  void whatFollowsTheCompressedDataIsRefused(String rest) throws IOException {
    byte[] more = rest.getBytes(UTF_8);
    assertRefused(Problem.CONTENT_MALFORMED, "gzip", concat(gzip(PLAIN), more));
    assertRefused(Problem.CONTENT_MALFORMED, "deflate", concat(deflate(PLAIN), more));
  }

  @Test
  void dataThatNeedsADictionaryIsRefusedAndNotTakenForNothing() {
    Deflater deflater = new Deflater();
    deflater.setDictionary("dict1".getBytes(UTF_8));
    deflater.setInput(PLAIN);
    deflater.finish();
    byte[] data = new byte[LIMIT];
    int length = deflater.deflate(data);
    deflater.end();
    assertRefused(Problem.CONTENT_MALFORMED, "deflate", Arrays.copyOf(data, length));
  }

  private static byte[] concat(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  @Test
  void aResultMayReachTheLimitAndNotPassIt() throws IOException {
    assertThat(ContentCodings.decode("gzip", gzip(new byte[LIMIT]), LIMIT)).hasSize(LIMIT);
    byte[] bomb = gzip(new byte[LIMIT + 1]);
    assertRefused(Problem.CONTENT_TOO_LARGE, "gzip", bomb);
  }

  @Test
  void whatCannotBeDecodedIsMalformed() throws IOException {
    assertRefused(Problem.CONTENT_MALFORMED, "gzip", PLAIN);
    assertRefused(Problem.CONTENT_MALFORMED, "deflate", PLAIN);
    assertRefused(Problem.CONTENT_MALFORMED, "br", PLAIN);
    assertRefused(Problem.CONTENT_MALFORMED, "gzip", truncated(gzip(PLAIN)));
    assertRefused(Problem.CONTENT_MALFORMED, "gzip, gzip, gzip", gzip(gzip(gzip(PLAIN))));
  }

  private static void assertRefused(Problem problem, String header, byte[] body) {
    assertThatThrownBy(() -> ContentCodings.decode(header, body, LIMIT))
        .asInstanceOf(type(UnacceptableRequestException.class))
        .extracting(UnacceptableRequestException::problem)
        .isEqualTo(problem);
  }

  private static byte[] truncated(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length - 9);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private static byte[] deflate(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }
}
