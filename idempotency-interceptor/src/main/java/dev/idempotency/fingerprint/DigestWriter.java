// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Feeds a SHA-256. Small pieces are gathered first, because each update of a digest has a price.
 * Whatever varies in length goes in as a block, its length before it, so that no two lists of
 * blocks run together into the same bytes.
 */
final class DigestWriter {

  private static final int BUFFER_BYTES = 512;

  private final MessageDigest digest;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int used;

  DigestWriter() {
    this(sha256());
  }

  DigestWriter(MessageDigest digest) {
    this.digest = digest;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256; this one does not", e);
    }
  }

  void put(int value) {
    if (used == BUFFER_BYTES) {
      flush();
    }
    buffer[used++] = (byte) value;
  }

  void put(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length > BUFFER_BYTES - used) {
      flush();
    }
    if (length > BUFFER_BYTES) {
      digest.update(bytes, from, length);
    } else {
      System.arraycopy(bytes, from, buffer, used, length);
      used += length;
    }
  }

  void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  /** Puts four bytes, the most significant first. */
  void putInt(int value) {
    put(value >>> 24);
    put(value >>> 16);
    put(value >>> 8);
    put(value);
  }

  void putBlock(byte[] bytes, int from, int to) {
    putInt(to - from);
    put(bytes, from, to);
  }

  void putBlock(byte[] bytes) {
    putBlock(bytes, 0, bytes.length);
  }

  /** Returns the digest of everything put since the last call, and begins a new one. */
  byte[] finish() {
    flush();
    return digest.digest();
  }

  private void flush() {
    digest.update(buffer, 0, used);
    used = 0;
  }
}
