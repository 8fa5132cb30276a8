// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.core.UriInfo;
import java.util.List;

/**
 * What a sub-resource locator returned. Only a container's object has interceptors; one that the
 * application made itself would run as often as it is called, key or not.
 */
final class SubResource {

  private SubResource() {}

  /**
   * Refuses a guarded method of an object that no container made.
   *
   * @throws IllegalStateException if the request was dispatched to one; nothing was run
   */
  static void requireIntercepted(ResourceMethod resource, UriInfo uri) {
    List<Object> matched = uri.getMatchedResources();
    boolean isSubResource = matched.size() > 1;
    if (isSubResource && matched.get(0).getClass() == resource.type() && isWritten(resource)) {
      throw new IllegalStateException(
          ("%s guards sub-resources that the application makes itself, and these have no"
                  + " interceptors; let its locator return the class, or an injected bean")
              .formatted(resource.type().getName()));
    }
  }

  /** Containers' own subclasses carry the interceptors. */
  private static boolean isWritten(ResourceMethod resource) {
    return !resource.type().isSynthetic() && !resource.type().getName().contains("$$");
  }
}
