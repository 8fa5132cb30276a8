// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Words a problem of its own, and leaves a {@code Location} to the server. */
@ApplicationPath("worded")
public class WordedApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(CdiResource.class, MismatchMapper.class);
  }
}
