// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.Arrays;

/** A growing array of bytes that is read in place. */
final class Bytes {

  private static final int FIRST_CAPACITY = 64;

  private byte[] array = {};
  private int length;

  void add(int value) {
    require(1);
    array[length++] = (byte) value;
  }

  void add(byte[] source, int from, int to) {
    require(to - from);
    System.arraycopy(source, from, array, length, to - from);
    length += to - from;
  }

  /** Returns the bytes added so far and room for more; another {@code add} may replace it. */
  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  private void require(int more) {
    if (array.length - length < more) {
      int grown = Math.max(FIRST_CAPACITY, array.length * 2);
      array = Arrays.copyOf(array, Math.max(grown, Math.addExact(length, more)));
    }
  }
}
