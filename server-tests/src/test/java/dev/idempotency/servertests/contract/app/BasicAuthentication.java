// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.annotation.security.DeclareRoles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;

/** Switches on HTTP basic authentication against {@link Users}. */
@ApplicationScoped
@DeclareRoles(Users.CLIENT)
@BasicAuthenticationMechanismDefinition(realmName = "contract")
public class BasicAuthentication {}
