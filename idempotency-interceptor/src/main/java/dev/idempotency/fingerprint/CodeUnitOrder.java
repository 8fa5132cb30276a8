// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.Arrays;

/**
 * The order of two texts by their UTF-16 code units, as RFC 8785 section 3.2.3 asks, decided on
 * their UTF-8. The two orders differ in one place only: the characters above U+FFFF (first byte F0
 * and up) come before U+E000 to U+FFFF (first byte EE or EF), since their surrogates do. Over bytes
 * that are not UTF-8 it is still a total order.
 */
final class CodeUnitOrder {

  private static final int FIRST_AFTER_SURROGATES = 0xEE;
  private static final int FIRST_OF_FOUR = 0xF0;

  private CodeUnitOrder() {}

  static int compare(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
    if (aFrom < aTo && bFrom < bTo && a[aFrom] != b[bFrom]) {
      // The usual case for member names, and not worth the call below.
      return rank(a[aFrom]) - rank(b[bFrom]);
    }
    int difference = Arrays.mismatch(a, aFrom, aTo, b, bFrom, bTo);
    if (difference < 0) {
      return 0;
    }
    if (difference == aTo - aFrom || difference == bTo - bFrom) {
      return Integer.compare(aTo - aFrom, bTo - bFrom);
    }
    return rank(a[aFrom + difference]) - rank(b[bFrom + difference]);
  }

  private static int rank(byte value) {
    int unsigned = Byte.toUnsignedInt(value);
    boolean afterSurrogates = unsigned >= FIRST_AFTER_SURROGATES && unsigned < FIRST_OF_FOUR;
    return afterSurrogates ? unsigned + 0x100 : unsigned;
  }
}
