// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * What a request is compared by: a SHA-256 digest and the version of the algorithm that made it
 * (P2). Two fingerprints of one version are equal exactly where the requests are equal by the rules
 * of {@code docs/reference/fingerprint.md}; fingerprints of different versions are never equal.
 * Immutable.
 */
public final class Fingerprint {

  /** The version of the algorithm that new records get. */
  public static final int CURRENT_VERSION = 1;

  /** The length of every digest, in bytes. */
  public static final int DIGEST_BYTES = 32;

  private static final int SHOWN_BYTES = 4;

  private final int version;
  private final byte[] digest;

  private Fingerprint(int version, byte[] digest) {
    this.version = version;
    this.digest = digest;
  }

  /**
   * Restores a fingerprint that was stored. The version may be one that this release can't compute.
   *
   * @param version the version of the algorithm, 1 or greater
   * @param digest the digest; copied
   * @return the fingerprint
   * @throws IllegalArgumentException if the version is not positive or the digest is not {@value
   *     #DIGEST_BYTES} bytes long
   */
  public static Fingerprint of(int version, byte[] digest) {
    if (version < 1) {
      throw new IllegalArgumentException("A fingerprint's version is at least 1, was " + version);
    }
    if (digest.length != DIGEST_BYTES) {
      throw new IllegalArgumentException(
          "A fingerprint has " + DIGEST_BYTES + " bytes, was given " + digest.length);
    }
    return new Fingerprint(version, digest.clone());
  }

  /**
   * Returns the version of the algorithm that made the digest.
   *
   * @return 1 or greater
   */
  public int version() {
    return version;
  }

  /**
   * Returns the digest.
   *
   * @return a new array of {@value #DIGEST_BYTES} bytes
   */
  public byte[] digest() {
    return digest.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that
        && version == that.version
        && MessageDigest.isEqual(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return ByteBuffer.wrap(digest).getInt();
  }

  /**
   * Shows the version and the first eight hexadecimal digits, enough to tell two apart in a log.
   */
  @Override
  public String toString() {
    return "v" + version + ":" + HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
  }
}
