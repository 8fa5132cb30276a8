// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P2: the record's id is the digest of operation, scope and key")
class RecordIdTest {

  @Test
  void itIsTheFirstSixteenBytesOverLengthAndTextOfEach() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream data = new DataOutputStream(bytes)) {
      write(data, "transfers.create");
      write(data, "alice");
      write(data, "ключ-1");
    }
    ByteBuffer digest =
        ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
    UUID expected = new UUID(digest.getLong(), digest.getLong());
    RecordId id = RecordId.of("transfers.create", "alice", "ключ-1");
    assertThat(id.value()).isEqualTo(expected);
    assertThat(id).hasToString(expected.toString());
  }

  private static void write(DataOutputStream data, String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    data.writeInt(utf8.length);
    data.write(utf8);
  }

  @Test
  void whereOnePartEndsAndTheNextBeginsCounts() {
    assertThat(RecordId.of("ab", "c", "d")).isNotEqualTo(RecordId.of("a", "bc", "d"));
    assertThat(RecordId.of("a", "bc", "d")).isNotEqualTo(RecordId.of("a", "b", "cd"));
  }
}
