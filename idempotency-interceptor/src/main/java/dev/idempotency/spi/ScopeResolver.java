// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

/**
 * Says whose key a call carries. Records of different scopes never meet: one caller can neither
 * see, block nor replay another's record.
 *
 * <p>The default is the authenticated caller's principal name, and the empty string where nobody is
 * authenticated; that name may have any length. An application replaces it by a bean of this type,
 * for example to return a tenant.
 *
 * <p>Implementations must be safe for concurrent use. They are called once per guarded call, before
 * any transaction of the library, possibly inside a transaction of the caller; they should not
 * touch the database.
 */
@FunctionalInterface
public interface ScopeResolver {

  /**
   * Returns the scope of the current call.
   *
   * @return the scope, at most 255 characters; empty for none. Null or a longer one refuses the
   *     call with an {@link IllegalStateException} that names the bean's class; nothing is run
   */
  String currentScope();
}
