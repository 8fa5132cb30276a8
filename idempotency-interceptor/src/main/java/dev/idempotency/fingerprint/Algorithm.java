// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * One version of the algorithm. A version never changes once it was released, because records of
 * any age are compared under theirs; a change of any rule that decides equality is a new version,
 * beside the old ones.
 */
interface Algorithm {

  static Algorithm of(int version) {
    if (version == Version1.NUMBER) {
      return Version1.INSTANCE;
    }
    throw new UnknownFingerprintVersionException(version);
  }

  byte[] digest(RequestContent request);

  byte[] digest(CallArguments arguments);
}
