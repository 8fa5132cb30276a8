// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * The arguments of a value call that are compared. They are equal where their JSON is equal by the
 * rules for JSON bodies, with one difference: a member that is null counts as absent, so that a
 * field added to a parameter class leaves the fingerprints of calls without it as they were.
 */
public final class CallArguments implements FingerprintSource {

  private final byte[] json;
  private final ExcludedMembers excluded;

  /**
   * Captures arguments.
   *
   * @param json a JSON array, in UTF-8, of the arguments that count, in the order of the parameters
   *     and without the key; a null argument is kept in its place. Not copied, so it must not be
   *     changed afterwards
   * @param excluded the members that don't count; the first step of each pointer is the position in
   *     that array
   */
  public CallArguments(byte[] json, ExcludedMembers excluded) {
    this.json = json;
    this.excluded = excluded;
  }

  @Override
  public Fingerprint fingerprint(int version) {
    return Fingerprint.of(version, Algorithm.of(version).digest(this));
  }

  byte[] json() {
    return json;
  }

  ExcludedMembers excluded() {
    return excluded;
  }
}
