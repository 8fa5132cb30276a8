// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * UTF-8 without mercy (RFC 3629, Unicode table 3-7): nothing is replaced, because two different ill
 * formed texts would become one.
 */
final class Utf8 {

  private static final int SURROGATES_FIRST_BYTE = 0xED;

  private Utf8() {}

  /**
   * Returns the length in bytes of the well-formed character of more than one byte that begins at
   * {@code at}, or 0 where none does: overlong forms, surrogates, truncated sequences and
   * everything above U+10FFFF.
   */
  static int lengthOfCharacter(byte[] in, int at, int end) {
    int first = Byte.toUnsignedInt(in[at]);
    int length = lengthByFirstByte(first);
    if (length == 0 || end - at < length || !secondByteFits(first, in[at + 1])) {
      return 0;
    }
    for (int i = at + 2; i < at + length; i++) {
      if (!isContinuation(in[i])) {
        return 0;
      }
    }
    return length;
  }

  private static int lengthByFirstByte(int first) {
    if (first < 0xC2 || first > 0xF4) {
      return 0;
    }
    if (first < 0xE0) {
      return 2;
    }
    return first < 0xF0 ? 3 : 4;
  }

  private static boolean secondByteFits(int first, byte second) {
    int unsigned = Byte.toUnsignedInt(second);
    return switch (first) {
      case 0xE0 -> unsigned >= 0xA0 && unsigned <= 0xBF;
      case SURROGATES_FIRST_BYTE -> unsigned >= 0x80 && unsigned <= 0x9F;
      case 0xF0 -> unsigned >= 0x90 && unsigned <= 0xBF;
      case 0xF4 -> unsigned >= 0x80 && unsigned <= 0x8F;
      default -> isContinuation(second);
    };
  }

  private static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  /** Adds a code point that is no surrogate. */
  static void add(int codePoint, Bytes out) {
    if (codePoint < 0x80) {
      out.add(codePoint);
    } else if (codePoint < 0x800) {
      out.add(0xC0 | (codePoint >> 6));
      out.add(continuation(codePoint));
    } else if (codePoint < 0x10000) {
      out.add(0xE0 | (codePoint >> 12));
      out.add(continuation(codePoint >> 6));
      out.add(continuation(codePoint));
    } else {
      out.add(0xF0 | (codePoint >> 18));
      out.add(continuation(codePoint >> 12));
      out.add(continuation(codePoint >> 6));
      out.add(continuation(codePoint));
    }
  }

  private static int continuation(int bits) {
    return 0x80 | (bits & 0x3F);
  }

  /** Encodes a text; empty where it holds a lone surrogate, which has no encoding. */
  static Optional<byte[]> encode(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return Optional.of(bytes);
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
