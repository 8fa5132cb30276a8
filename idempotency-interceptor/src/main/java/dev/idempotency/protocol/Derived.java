// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Values that belong to a record's life, the same in every attempt of it.
 *
 * <p>Each is taken from SHA-256 over a purpose, the life's 16 bytes, the operation and what it is
 * for; texts are preceded by their length in UTF-8 bytes as four bytes, big-endian. The derivation
 * is fixed: {@code docs/reference/child-keys.md}.
 */
public final class Derived {

  private static final int CHILD_KEY_BYTES = 20;
  private static final int MAX_NAME_LENGTH = 100;
  private static final int UUID_BYTES = 16;
  private static final int VERSION_BYTE = 6;
  private static final int VARIANT_BYTE = 8;

  private Derived() {}

  /**
   * Derives the key of a downstream call.
   *
   * @param life the seed of the life
   * @param operation the operation's name
   * @param name what the downstream call is for
   * @return 40 hexadecimal digits
   * @throws IllegalArgumentException if the name is empty or longer than 100 characters
   */
  public static String childKey(UUID life, String operation, String name) {
    return key(digest("child-key", life, operation, name));
  }

  /**
   * Derives the key of a request to another service.
   *
   * @param life the seed of the life
   * @param operation the operation's name
   * @param step the step that makes it; empty where the operation takes none
   * @param method the request's method
   * @param uri where it goes
   * @param ordinal which of the equal ones in this step it is, from 1
   * @return 40 hexadecimal digits
   */
  static String requestKey(
      UUID life, String operation, String step, String method, String uri, int ordinal) {
    MessageDigest sha256 = begin("request-key", life, operation);
    RecordId.update(sha256, step);
    RecordId.update(sha256, method);
    RecordId.update(sha256, uri);
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, ordinal));
    return key(sha256.digest());
  }

  private static String key(byte[] digest) {
    return HexFormat.of().formatHex(Arrays.copyOf(digest, CHILD_KEY_BYTES));
  }

  /**
   * Derives an identifier.
   *
   * @param life the seed of the life
   * @param operation the operation's name
   * @param name what the identifier is for
   * @return a UUID of version 8
   * @throws IllegalArgumentException if the name is empty or longer than 100 characters
   */
  public static UUID uuid(UUID life, String operation, String name) {
    byte[] bytes = Arrays.copyOf(digest("uuid", life, operation, name), UUID_BYTES);
    bytes[VERSION_BYTE] = (byte) ((bytes[VERSION_BYTE] & 0x0f) | 0x80);
    bytes[VARIANT_BYTE] = (byte) ((bytes[VARIANT_BYTE] & 0x3f) | 0x80);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  private static byte[] digest(String purpose, UUID life, String operation, String name) {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "A name has 1 to %d characters, this one has %d"
              .formatted(MAX_NAME_LENGTH, name.length()));
    }
    MessageDigest sha256 = begin(purpose, life, operation);
    RecordId.update(sha256, name);
    return sha256.digest();
  }

  private static MessageDigest begin(String purpose, UUID life, String operation) {
    MessageDigest sha256 = RecordId.sha256();
    RecordId.update(sha256, purpose);
    sha256.update(
        ByteBuffer.allocate(UUID_BYTES)
            .putLong(life.getMostSignificantBits())
            .putLong(life.getLeastSignificantBits())
            .flip());
    RecordId.update(sha256, operation);
    return sha256;
  }
}
