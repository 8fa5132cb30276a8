// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.security;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Users with well-known passwords, for demonstrations and tests: alice and bob are clients, ops
 * operates. Nobody gets in unless {@code payments.demo-users} is true. Safe for concurrent use.
 */
@ApplicationScoped
public class DemoUsers implements IdentityStore {

  private static final Map<String, String> ROLE_OF =
      Map.of("alice", Roles.CLIENT, "bob", Roles.CLIENT, "ops", Roles.OPS);

  private static final String PASSWORD_SUFFIX = "-secret";

  private final boolean enabled;

  /** For the container's proxy, which answers nothing itself. */
  protected DemoUsers() {
    this(false);
  }

  @Inject
  DemoUsers(@ConfigProperty(name = "payments.demo-users") boolean enabled) {
    this.enabled = enabled;
  }

  @Override
  public CredentialValidationResult validate(Credential credential) {
    if (!(credential instanceof UsernamePasswordCredential login)) {
      return CredentialValidationResult.NOT_VALIDATED_RESULT;
    }
    String user = login.getCaller();
    String role = ROLE_OF.get(user);
    boolean matches = isPasswordOf(user, login);
    return enabled && role != null && matches
        ? new CredentialValidationResult(user, Set.of(role))
        : CredentialValidationResult.INVALID_RESULT;
  }

  /** Compares in constant time, for unknown users as well: the time tells nothing about either. */
  private static boolean isPasswordOf(String user, UsernamePasswordCredential login) {
    byte[] expected = (user + PASSWORD_SUFFIX).getBytes(StandardCharsets.UTF_8);
    byte[] given = login.getPasswordAsString().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(expected, given);
  }
}
