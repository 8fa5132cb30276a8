// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.fingerprint.ContentRefusedException;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.fingerprint.RequestContent;
import dev.idempotency.fingerprint.UnknownFingerprintVersionException;
import dev.idempotency.protocol.Fingerprints;
import java.util.Objects;
import java.util.Optional;

/** The fingerprints of one captured request; the current one is computed once, on creation. */
final class RequestFingerprints implements Fingerprints {

  private final RequestContent content;
  private final Fingerprint current;

  /**
   * Computes the current fingerprint.
   *
   * @throws UnacceptableRequestException if the content is malformed, ambiguous or beyond a limit
   */
  RequestFingerprints(RequestContent content) {
    this.content = content;
    try {
      this.current = content.fingerprint(Fingerprint.CURRENT_VERSION);
    } catch (ContentRefusedException e) {
      throw unacceptable(e);
    }
  }

  @Override
  public Fingerprint current() {
    return current;
  }

  @Override
  public Optional<Fingerprint> under(int version) {
    if (version == current.version()) {
      return Optional.of(current);
    }
    try {
      return Optional.of(content.fingerprint(version));
    } catch (UnknownFingerprintVersionException e) {
      return Optional.empty();
    } catch (ContentRefusedException e) {
      throw unacceptable(e);
    }
  }

  private static UnacceptableRequestException unacceptable(ContentRefusedException e) {
    String message = Objects.requireNonNull(e.getMessage(), "every refusal says why");
    return switch (e.reason()) {
      case MALFORMED -> UnacceptableRequestException.malformed(message, e);
      case TOO_LARGE -> UnacceptableRequestException.tooLarge(message, e);
    };
  }
}
