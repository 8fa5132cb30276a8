// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.FingerprintSource;
import java.util.Optional;

/** Fingerprints of a value call's arguments. */
final class ArgumentFingerprints implements FingerprintSource {

  private final byte[] json;

  ArgumentFingerprints(byte[] json) {
    this.json = json;
  }

  @Override
  public Fingerprint current() {
    return Fingerprint.of(1, sha256());
  }

  @Override
  public Optional<Fingerprint> under(int version) {
    return version == 1 ? Optional.of(current()) : Optional.empty();
  }

  private byte[] sha256() {
    try {
      return java.security.MessageDigest.getInstance("SHA-256").digest(json);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
