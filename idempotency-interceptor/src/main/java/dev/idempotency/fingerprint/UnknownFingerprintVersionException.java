// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * A record holds a fingerprint of a version that this release doesn't know, so nothing can be
 * compared with it. The call must be refused, not run (P2): the record was written by a newer
 * release, or is damaged.
 */
public final class UnknownFingerprintVersionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int version;

  UnknownFingerprintVersionException(int version) {
    super(
        "Fingerprint version "
            + version
            + " is unknown: this release knows versions 1 to "
            + Fingerprint.CURRENT_VERSION
            + "; run the release that wrote the record, or a newer one");
    this.version = version;
  }

  /**
   * Returns the version that was asked for.
   *
   * @return the unknown version
   */
  public int version() {
    return version;
  }
}
