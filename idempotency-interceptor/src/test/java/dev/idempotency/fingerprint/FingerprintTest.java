// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  private static byte[] digest(int fill) {
    byte[] digest = new byte[Fingerprint.DIGEST_BYTES];
    Arrays.fill(digest, (byte) fill);
    return digest;
  }

  @Test
  void equalsByVersionAndDigest() {
    assertThat(Fingerprint.of(1, digest(7)))
        .isEqualTo(Fingerprint.of(1, digest(7)))
        .hasSameHashCodeAs(Fingerprint.of(1, digest(7)))
        .isNotEqualTo(Fingerprint.of(1, digest(8)))
        .isNotEqualTo(Fingerprint.of(2, digest(7)));
  }

  @Test
  void cannotBeChangedThroughTheArraysThatItTakesAndGives() {
    byte[] given = digest(7);
    Fingerprint fingerprint = Fingerprint.of(1, given);
    given[0] = 0;
    fingerprint.digest()[1] = 0;

    assertThat(fingerprint.digest()).isEqualTo(digest(7));
  }

  @Test
  void showsOnlyItsVersionAndEightDigits() {
    assertThat(Fingerprint.of(3, digest(0xAB))).hasToString("v3:abababab");
  }

  @Test
  void hasThirtyTwoBytesAndAPositiveVersion() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(1, new byte[31]))
        .withMessage("A fingerprint has 32 bytes, was given 31");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fingerprint.of(0, digest(7)))
        .withMessage("A fingerprint's version is at least 1, was 0");
  }

  @Test
  void aVersionOfANewerReleaseCanBeRestoredButNotComputed() {
    Fingerprint stored = Fingerprint.of(2, digest(7));
    RequestContent request =
        new RequestContent("POST", "/", null, null, new byte[0], ExcludedMembers.none());

    assertThat(stored.version()).isEqualTo(2);
    assertThatThrownBy(() -> request.fingerprint(stored.version()))
        .isInstanceOfSatisfying(
            UnknownFingerprintVersionException.class,
            refused -> assertThat(refused.version()).isEqualTo(2))
        .hasMessage(
            "Fingerprint version 2 is unknown: this release knows versions 1 to 1;"
                + " run the release that wrote the record, or a newer one");
  }
}
