// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Everybody whose password is the name and {@code -secret}, a client until that is revoked. */
@ApplicationScoped
public class Users implements IdentityStore {

  static final String CLIENT = "client";

  private static final Set<String> REVOKED = ConcurrentHashMap.newKeySet();

  static void revoke(String user) {
    REVOKED.add(user);
  }

  static void restore(String user) {
    REVOKED.remove(user);
  }

  @Override
  public CredentialValidationResult validate(Credential credential) {
    if (!(credential instanceof UsernamePasswordCredential login)) {
      return CredentialValidationResult.NOT_VALIDATED_RESULT;
    }
    String user = login.getCaller();
    if (!login.compareTo(user, user + "-secret")) {
      return CredentialValidationResult.INVALID_RESULT;
    }
    Set<String> roles = REVOKED.contains(user) ? Set.of("nothing") : Set.of(CLIENT);
    return new CredentialValidationResult(user, roles);
  }
}
