// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * Which record a call means. The key is in the id only.
 *
 * @param id the primary key, derived from operation, scope and key
 * @param operation the operation's name
 * @param scope whose key it is; empty for nobody's
 */
public record RecordIdentity(RecordId id, String operation, String scope) {

  /**
   * Derives the identity.
   *
   * @param operation the operation's name
   * @param scope whose key it is; empty for nobody's
   * @param key what the caller sent, after parsing
   * @return the identity
   */
  public static RecordIdentity of(String operation, String scope, String key) {
    return new RecordIdentity(RecordId.of(operation, scope, key), operation, scope);
  }
}
