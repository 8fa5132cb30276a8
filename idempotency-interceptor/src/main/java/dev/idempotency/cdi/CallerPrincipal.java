// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJBContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.ContextException;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.security.enterprise.SecurityContext;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The name of the authenticated caller; empty where nobody is authenticated.
 *
 * <p>Servers have a name for nobody, {@code anonymous} on WildFly and {@code ANONYMOUS} on Payara,
 * which a real user may have as well. So those are asked first who tell nobody from somebody by
 * more than the name: Jakarta Security, then the servlet request. Neither can answer on WildFly
 * where the application does not use Jakarta Security and no request is served; and on Payara while
 * an enterprise bean is constructed.
 */
@ApplicationScoped
class CallerPrincipal {

  private static final String WILDFLY_NOBODY =
      "org.wildfly.security.auth.principal.AnonymousPrincipal";
  private static final String WILDFLY_NOBODYS_NAME = "anonymous";
  private static final String PAYARA_NOBODYS_NAME = "ANONYMOUS";

  /** An answer, of which nobody is one. */
  private record Caller(@Nullable Principal principal) {

    boolean isNobody() {
      return principal == null || principal.getClass().getName().equals(WILDFLY_NOBODY);
    }

    String name() {
      if (principal == null || isNobody()) {
        return "";
      }
      String name = principal.getName();
      if (name == null) {
        // Not the empty scope, which every caller without a name would share with nobody.
        throw new IllegalArgumentException(
            "The caller's principal, a %s, has no name; give it one, or say by a ScopeResolver bean"
                    .formatted(principal.getClass().getName())
                + " whose key a call carries");
      }
      return name;
    }
  }

  @Inject Instance<Object> beans;

  private final List<Supplier<Caller>> exactSources = new ArrayList<>();
  private Optional<Principal> principal = Optional.empty();

  /** The beans stand for whatever the calling thread's context is, so they are looked up once. */
  @PostConstruct
  void findSources() {
    if (ClassPresence.of("jakarta.security.enterprise.SecurityContext")) {
      JakartaSecurity.find(beans).ifPresent(exactSources::add);
    }
    if (ClassPresence.of("jakarta.servlet.http.HttpServletRequest")) {
      Servlets.find(beans).ifPresent(exactSources::add);
    }
    principal = lookUp(beans, Principal.class);
  }

  String name() {
    return exactSources.stream()
        .flatMap(source -> ask(source).stream())
        .findFirst()
        .map(Caller::name)
        .orElseGet(this::byName);
  }

  /** Asks a source, which throws where the calling thread's context does not allow the question. */
  private static Optional<Caller> ask(Supplier<Caller> source) {
    try {
      return Optional.of(source.get());
    } catch (IllegalStateException | ContextException e) {
      return Optional.empty();
    }
  }

  private String byName() {
    String name = principal.map(Principal::getName).orElse("");
    boolean isNobody =
        name.equals(PAYARA_NOBODYS_NAME)
            || (name.equals(WILDFLY_NOBODYS_NAME)
                && ask(EnterpriseBeans::caller).map(Caller::isNobody).orElse(true));
    return isNobody ? "" : name;
  }

  private static <T> Optional<T> lookUp(Instance<Object> beans, Class<T> type) {
    Instance<T> found = beans.select(type);
    return found.isResolvable() ? Optional.of(found.get()) : Optional.empty();
  }

  private static final class JakartaSecurity {

    static Optional<Supplier<Caller>> find(Instance<Object> beans) {
      return lookUp(beans, SecurityContext.class)
          .map(context -> () -> new Caller(context.getCallerPrincipal()));
    }
  }

  private static final class Servlets {

    static Optional<Supplier<Caller>> find(Instance<Object> beans) {
      return lookUp(beans, HttpServletRequest.class)
          .map(request -> () -> new Caller(request.getUserPrincipal()));
    }
  }

  private static final class EnterpriseBeans {

    @SuppressWarnings("BanJNDI") // a constant name in the component's own context
    static Caller caller() {
      try {
        EJBContext context = InitialContext.doLookup("java:comp/EJBContext");
        return new Caller(context.getCallerPrincipal());
      } catch (NamingException e) {
        throw new IllegalStateException("No enterprise bean is being called", e);
      }
    }
  }
}
