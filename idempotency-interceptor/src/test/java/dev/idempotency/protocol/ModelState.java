// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** A state of the model as two digests, which stand for it: 128 bits keep strangers apart. */
record ModelState(long one, long other) {

  private static final long FNV_PRIME = 0x100000001b3L;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final long STAFFORD = 0xbf58476d1ce4e5b9L;

  static ModelState of(CharSequence description) {
    long one = FNV_OFFSET;
    long other = GOLDEN;
    for (int at = 0; at < description.length(); at++) {
      one = (one ^ description.charAt(at)) * FNV_PRIME;
      other = (other + description.charAt(at)) * STAFFORD;
      other ^= other >>> 31;
    }
    return new ModelState(one, other);
  }

  /** Adds to a digest, in order. */
  static long mix(long digest, String who, String what) {
    long next = digest ^ FNV_OFFSET;
    next = mix(next, who);
    next = mix(next, "|");
    return mix(next, what);
  }

  private static long mix(long digest, String text) {
    long next = digest;
    for (int at = 0; at < text.length(); at++) {
      next = (next ^ text.charAt(at)) * STAFFORD;
      next ^= next >>> 29;
    }
    return next;
  }
}
