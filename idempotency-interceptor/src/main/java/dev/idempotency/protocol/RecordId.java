// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The primary key of a record (P2): the first 16 bytes of SHA-256 over operation, scope and key,
 * each preceded by its length in UTF-8 bytes as four bytes, big-endian. The key itself is not
 * stored.
 *
 * @param value the bytes as a UUID; version and variant bits are not set
 */
public record RecordId(UUID value) {

  /**
   * Derives the id.
   *
   * @param operation the operation's name
   * @param scope whose key it is; empty for nobody's
   * @param key what the caller sent, after parsing
   * @return the record's primary key
   */
  public static RecordId of(String operation, String scope, String key) {
    MessageDigest sha256 = sha256();
    update(sha256, operation);
    update(sha256, scope);
    update(sha256, key);
    ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
    return new RecordId(new UUID(digest.getLong(), digest.getLong()));
  }

  static void update(MessageDigest digest, String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256; this one does not", e);
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
