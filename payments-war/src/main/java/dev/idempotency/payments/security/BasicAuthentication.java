// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.security;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;

/** Switches on HTTP basic authentication against the application's identity stores. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "payments")
public class BasicAuthentication {}
