// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * What is refused before it costs anything. No limit takes part in the digest, so raising one makes
 * no new version. The length of a body is limited where it is read, not here.
 */
final class Limits {

  /** Objects and arrays within each other. Real payloads stay under 20; recursion follows this. */
  static final int JSON_DEPTH = 100;

  /** Values and member names in one document: bounds the tape, 12 bytes each, and the sorting. */
  static final int JSON_VALUES = 500_000;

  /**
   * Characters of one number as written, sign, point and exponent included. As in Jackson, so that
   * nothing passes here that the handler's reader refuses.
   */
  static final int NUMBER_CHARACTERS = 1_000;

  /**
   * Greatest exponent as written, in either direction. A {@code double} needs 324; a handler that
   * writes the number out in full stays at a thousand digits.
   */
  static final int NUMBER_EXPONENT = 1_000;

  /** Parts of one multipart body. */
  static final int MULTIPART_PARTS = 1_000;

  /** Bytes of all header lines of one part. */
  static final int PART_HEADER_BYTES = 8_192;

  private Limits() {}
}
