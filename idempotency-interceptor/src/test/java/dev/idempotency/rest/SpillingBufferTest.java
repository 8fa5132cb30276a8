// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpillingBufferTest {

  private static final int LIMIT = 1000;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, LIMIT - 1, LIMIT})
  void upToTheLimitAllIsHeldInMemory(int size) throws IOException {
    byte[] body = random(size);
    SpillingBuffer buffer = new SpillingBuffer(LIMIT);
    buffer.write(body);
    assertThat(buffer.spilled()).isFalse();
    assertThat(buffer.bytes()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(ints = {LIMIT + 1, 3 * LIMIT, 500 * LIMIT})
  void beyondTheLimitAllIsStillThereOnce(int size) throws IOException {
    byte[] body = random(size);
    SpillingBuffer buffer = new SpillingBuffer(LIMIT);
    for (int at = 0; at < size; at += 700) {
      buffer.write(body, at, Math.min(700, size - at));
    }
    assertThat(buffer.spilled()).isTrue();
    try (InputStream everything = buffer.everything()) {
      assertThat(everything.readAllBytes()).isEqualTo(body);
    }
  }

  @Test
  void singleBytesSpillToo() throws IOException {
    SpillingBuffer buffer = new SpillingBuffer(2);
    for (int b = 254; b <= 258; b++) {
      buffer.write(b);
    }
    try (InputStream everything = buffer.everything()) {
      assertThat(everything.readAllBytes()).containsExactly(254, 255, 0, 1, 2);
    }
  }

  @Test
  void aDiscardedBufferHoldsNoFile() throws IOException {
    SpillingBuffer buffer = new SpillingBuffer(0);
    buffer.write(random(10));
    buffer.discard();
    assertThat(buffer.bytes()).isEmpty();
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
