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
   * Refuses a guarded method of an object that no container made: the application itself, or Jersey
   * where a locator returned a class.
   *
   * @throws IllegalStateException if the request was dispatched to one; nothing was run
   */
  static void requireIntercepted(ResourceMethod resource, UriInfo uri) {
    List<Object> matched = uri.getMatchedResources();
    boolean isSubResource = matched.size() > 1;
    if (isSubResource
        && matched.get(0).getClass() == resource.type()
        && !resource.isOfContainer()) {
      throw new IllegalStateException(
          ("%s guards sub-resources that no container made, and these have no interceptors; let"
                  + " the locator return an injected bean")
              .formatted(resource.type().getName()));
    }
  }
}
