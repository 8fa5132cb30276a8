// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * Sorts a range of indices by what they stand for, without boxing them, in n log n comparisons
 * whatever the input: a merge sort over short runs sorted by insertion.
 */
final class IndexSort {

  /** Compares what two indices stand for. */
  @FunctionalInterface
  interface Order {
    int compare(int a, int b);
  }

  private static final int LONGEST_RUN = 12;

  private final int[] items;
  private final Order order;
  private final int[] scratch;

  private IndexSort(int[] items, int length, Order order) {
    this.items = items;
    this.order = order;
    this.scratch = new int[length / 2 + 1];
  }

  static void sort(int[] items, int from, int to, Order order) {
    if (to - from <= LONGEST_RUN) {
      insert(items, from, to, order);
    } else {
      new IndexSort(items, to - from, order).sort(from, to);
    }
  }

  private void sort(int from, int to) {
    if (to - from <= LONGEST_RUN) {
      insert(items, from, to, order);
      return;
    }
    int middle = (from + to) >>> 1;
    sort(from, middle);
    sort(middle, to);
    if (order.compare(items[middle - 1], items[middle]) > 0) {
      merge(from, middle, to);
    }
  }

  private void merge(int from, int middle, int to) {
    int leftLength = middle - from;
    System.arraycopy(items, from, scratch, 0, leftLength);
    int left = 0;
    int right = middle;
    int target = from;
    while (left < leftLength) {
      boolean takeRight = right < to && order.compare(scratch[left], items[right]) > 0;
      items[target++] = takeRight ? items[right++] : scratch[left++];
    }
  }

  private static void insert(int[] items, int from, int to, Order order) {
    for (int next = from + 1; next < to; next++) {
      int item = items[next];
      int hole = next;
      while (hole > from && order.compare(items[hole - 1], item) > 0) {
        items[hole] = items[hole - 1];
        hole--;
      }
      items[hole] = item;
    }
  }
}
