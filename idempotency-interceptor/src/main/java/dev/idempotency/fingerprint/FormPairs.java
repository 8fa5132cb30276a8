// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.Arrays;

/**
 * The name-value pairs of a query or a form body, decoded to bytes. A name without an equals sign
 * has the empty value; nothing between two ampersands is no pair (URL standard, section 5.1).
 */
final class FormPairs {

  private static final int FIRST_CAPACITY = 8;

  private final Bytes decoded = new Bytes();
  private int[] nameFrom = new int[FIRST_CAPACITY];
  private int[] valueFrom = new int[FIRST_CAPACITY];
  private int[] valueTo = new int[FIRST_CAPACITY];
  private int count;

  private FormPairs() {}

  /**
   * Reads pairs.
   *
   * @param what what is read, for the message of a refusal
   */
  static FormPairs parse(byte[] in, int from, int to, String what) {
    FormPairs pairs = new FormPairs();
    int first = from;
    while (first < to) {
      int end = indexOf('&', in, first, to);
      if (end > first) {
        pairs.add(in, first, end, what);
      }
      first = end + 1;
    }
    return pairs;
  }

  private void add(byte[] in, int from, int to, String what) {
    if (count == nameFrom.length) {
      nameFrom = Arrays.copyOf(nameFrom, count * 2);
      valueFrom = Arrays.copyOf(valueFrom, count * 2);
      valueTo = Arrays.copyOf(valueTo, count * 2);
    }
    int equals = indexOf('=', in, from, to);
    nameFrom[count] = decoded.length();
    PercentEncoding.decodeForm(in, from, equals, what, decoded);
    valueFrom[count] = decoded.length();
    PercentEncoding.decodeForm(in, Math.min(equals + 1, to), to, what, decoded);
    valueTo[count] = decoded.length();
    count++;
  }

  private static int indexOf(char wanted, byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] != wanted) {
      at++;
    }
    return at;
  }

  /** Puts the number of pairs, and each name and value as a block, in the order read. */
  void put(DigestWriter out) {
    put(order(), out);
  }

  /** Puts the same, sorted by name and then by value. */
  void putSorted(DigestWriter out) {
    int[] order = order();
    IndexSort.sort(order, 0, count, this::compare);
    put(order, out);
  }

  private int[] order() {
    int[] order = new int[count];
    Arrays.setAll(order, i -> i);
    return order;
  }

  private void put(int[] order, DigestWriter out) {
    out.putInt(count);
    for (int pair : order) {
      out.putBlock(decoded.array(), nameFrom[pair], valueFrom[pair]);
      out.putBlock(decoded.array(), valueFrom[pair], valueTo[pair]);
    }
  }

  private int compare(int a, int b) {
    byte[] bytes = decoded.array();
    int byName =
        CodeUnitOrder.compare(bytes, nameFrom[a], valueFrom[a], bytes, nameFrom[b], valueFrom[b]);
    return byName != 0
        ? byName
        : CodeUnitOrder.compare(bytes, valueFrom[a], valueTo[a], bytes, valueFrom[b], valueTo[b]);
  }
}
