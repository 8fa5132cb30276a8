// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.security.MessageDigest;
import java.util.Arrays;

/** What a request is compared by: a digest and the version of the algorithm that made it. */
public final class Fingerprint {

  private final int version;
  private final byte[] digest;

  private Fingerprint(int version, byte[] digest) {
    this.version = version;
    this.digest = digest;
  }

  public static Fingerprint of(int version, byte[] digest) {
    return new Fingerprint(version, digest.clone());
  }

  public int version() {
    return version;
  }

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
    return Arrays.hashCode(digest);
  }
}
