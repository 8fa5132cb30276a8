// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.transaction.TransactionManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Finds the server's transaction manager, for which Jakarta EE has no portable name. */
final class TransactionManagers {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  /** Payara and GlassFish; WildFly; TomEE. */
  private static final List<String> NAMES =
      List.of(
          "java:appserver/TransactionManager",
          "java:jboss/TransactionManager",
          "java:comp/TransactionManager");

  private TransactionManagers() {}

  /** The transaction manager, or null where none of the names is known. */
  static @Nullable TransactionManager find() {
    for (String name : NAMES) {
      if (lookUp(name) instanceof TransactionManager manager) {
        return manager;
      }
    }
    return null;
  }

  @SuppressWarnings("BanJNDI") // The names are constants of ours, in the server's own name space.
  private static @Nullable Object lookUp(String name) {
    try {
      return InitialContext.doLookup(name);
    } catch (NamingException e) {
      LOGGER.log(Level.TRACE, "There is no " + name, e);
      return null;
    }
  }
}
