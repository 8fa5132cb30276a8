// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.security.enterprise.credential.CallerOnlyCredential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.CredentialValidationResult.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoUsersTest {

  private final DemoUsers users = new DemoUsers(true);

  @ParameterizedTest
  @CsvSource({"alice,client", "bob,client", "ops,ops"})
  void knowsItsUsersAndTheirRoles(String user, String role) {
    CredentialValidationResult result = login(users, user, user + "-secret");

    assertThat(result.getStatus()).isEqualTo(Status.VALID);
    assertThat(result.getCallerPrincipal().getName()).isEqualTo(user);
    assertThat(result.getCallerGroups()).containsExactly(role);
  }

  @ParameterizedTest
  @CsvSource({
    "alice,bob-secret",
    "alice,alice-secret-",
    "alice,''",
    "Alice,Alice-secret",
    "carol,carol-secret",
    "'',-secret"
  })
  void letsNobodyElseIn(String user, String password) {
    assertThat(login(users, user, password).getStatus()).isEqualTo(Status.INVALID);
  }

  @Test
  void letsNobodyInUnlessSwitchedOn() {
    DemoUsers off = new DemoUsers(false);

    assertThat(login(off, "alice", "alice-secret").getStatus()).isEqualTo(Status.INVALID);
  }

  @Test
  void leavesOtherCredentialsToOtherStores() {
    assertThat(users.validate(new CallerOnlyCredential("alice")).getStatus())
        .isEqualTo(Status.NOT_VALIDATED);
  }

  private static CredentialValidationResult login(DemoUsers users, String user, String password) {
    return users.validate(new UsernamePasswordCredential(user, password));
  }
}
