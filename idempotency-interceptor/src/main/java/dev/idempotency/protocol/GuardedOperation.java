// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.AnonymousCallers;
import java.util.List;

/**
 * A guarded method as the adapters see it.
 *
 * @param operation the operation's settings
 * @param keyRequired whether a call without a key is refused
 * @param anonymous what happens to a key that comes from nobody; never {@code CONFIGURED}
 * @param storesResult whether the outcome's content is stored
 * @param excludedMembers JSON pointers of request members that are not compared
 * @param request what applies to requests only
 */
public record GuardedOperation(
    Operation operation,
    boolean keyRequired,
    AnonymousCallers anonymous,
    boolean storesResult,
    List<String> excludedMembers,
    RequestRules request) {

  /** Copies the lists. */
  public GuardedOperation {
    excludedMembers = List.copyOf(excludedMembers);
  }

  /**
   * What applies to requests only.
   *
   * @param keyHeader name of the header that carries the key
   * @param bodyLimit most bytes of a request body that are captured
   * @param storedBodyLimit most bytes of a response body that are stored
   * @param storedHeaders names of the response headers that are stored
   */
  public record RequestRules(
      String keyHeader, int bodyLimit, int storedBodyLimit, List<String> storedHeaders) {

    /** Copies the list. */
    public RequestRules {
      storedHeaders = List.copyOf(storedHeaders);
    }
  }
}
