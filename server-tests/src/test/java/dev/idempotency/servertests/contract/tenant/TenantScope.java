// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.tenant;

import dev.idempotency.spi.ScopeResolver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;

/** Keys belong to the tenant that a trusted header names; nobody's where there is none. */
@ApplicationScoped
public class TenantScope implements ScopeResolver {

  @Inject private HttpServletRequest request;

  @Override
  public String currentScope() {
    return Objects.requireNonNullElse(request.getHeader("Tenant"), "");
  }
}
