// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.fingerprint.CallArguments;
import dev.idempotency.fingerprint.ContentRefusedException;
import dev.idempotency.fingerprint.ExcludedMembers;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.fingerprint.UnknownFingerprintVersionException;
import dev.idempotency.protocol.Fingerprints;
import java.util.Optional;

/** Fingerprints of a value call's arguments. Parameters are excluded as a whole, never members. */
final class ArgumentFingerprints implements Fingerprints {

  private final String where;
  private final CallArguments arguments;
  private final Fingerprint current;

  private ArgumentFingerprints(String where, byte[] json) {
    this.where = where;
    try {
      this.arguments = new CallArguments(json, ExcludedMembers.none());
      this.current = arguments.fingerprint(Fingerprint.CURRENT_VERSION);
    } catch (ContentRefusedException e) {
      throw incomparable(e);
    }
  }

  /**
   * Captures the arguments.
   *
   * @throws IllegalArgumentException if they cannot be compared; the message never shows one
   */
  static ArgumentFingerprints of(GuardedMethod method, Object[] arguments) {
    return new ArgumentFingerprints(method.where(), ArgumentJson.of(method, arguments));
  }

  @Override
  public Fingerprint current() {
    return current;
  }

  @Override
  public Optional<Fingerprint> under(int version) {
    try {
      return Optional.of(
          version == Fingerprint.CURRENT_VERSION ? current : arguments.fingerprint(version));
    } catch (UnknownFingerprintVersionException e) {
      return Optional.empty();
    } catch (ContentRefusedException e) {
      throw incomparable(e);
    }
  }

  private IllegalArgumentException incomparable(ContentRefusedException e) {
    return new IllegalArgumentException(
        "The arguments of %s, as JSON, cannot be compared: %s; pass fewer or simpler values"
            .formatted(where, e.getMessage()),
        e);
  }
}
