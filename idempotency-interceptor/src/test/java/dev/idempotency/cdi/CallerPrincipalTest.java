// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.spi.ScopeResolver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.security.enterprise.SecurityContext;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose key a call carries, by default and where the application says. */
class CallerPrincipalTest {

  /** What the servers' beans answer; an exception where they refuse to. */
  private static Supplier<Principal> security;

  private static Supplier<Principal> servlet;
  private static String cdi = "";

  private static Principal named(String name) {
    return () -> name;
  }

  private static Principal refuse() {
    throw new IllegalStateException("Operation not allowed");
  }

  private static <T> T answering(Class<T> type, Supplier<Supplier<Principal>> source) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> source.get().get()));
  }

  @Dependent
  static class JakartaSecurity {
    @Produces
    @ApplicationScoped
    static SecurityContext context() {
      return answering(SecurityContext.class, () -> security);
    }
  }

  @Dependent
  static class Servlets {
    @Produces
    @ApplicationScoped
    static HttpServletRequest request() {
      return answering(HttpServletRequest.class, () -> servlet);
    }
  }

  @Dependent
  static class Principals {
    @Produces
    static Principal principal() {
      return () -> cdi;
    }
  }

  @ApplicationScoped
  static class Tenants implements ScopeResolver {
    private String tenant = "tenant-7";

    void become(String next) {
      tenant = next;
    }

    @Override
    public String currentScope() {
      return tenant;
    }
  }

  @AfterEach
  void forget() {
    security = null;
    servlet = null;
    cdi = "";
  }

  private static String scope(Class<?>... beans) {
    try (TestContainer container = TestContainer.of(beans)) {
      return container.get(CallerScope.class).current();
    }
  }

  @Test
  void jakartaSecurityIsAskedFirst() {
    security = () -> named("alice");
    servlet = () -> named("bob");
    cdi = "carol";
    assertThat(scope(JakartaSecurity.class, Servlets.class, Principals.class)).isEqualTo("alice");
  }

  @Test
  void nobodyIsTheEmptyScopeAlthoughCdiHasANameForNobody() {
    security = () -> null;
    cdi = "ANONYMOUS";
    assertThat(scope(JakartaSecurity.class, Principals.class)).isEmpty();
  }

  @Test
  void aUserWhoIsCalledLikeNobodyKeepsTheName() {
    security = () -> named("anonymous");
    assertThat(scope(JakartaSecurity.class)).isEqualTo("anonymous");
    servlet = () -> named("ANONYMOUS");
    assertThat(scope(Servlets.class)).isEqualTo("ANONYMOUS");
  }

  @Test
  void theServletRequestIsAskedWhereThereIsNoJakartaSecurity() {
    servlet = () -> named("bob");
    cdi = "carol";
    assertThat(scope(Servlets.class, Principals.class)).isEqualTo("bob");
    servlet = () -> null;
    assertThat(scope(Servlets.class, Principals.class)).isEmpty();
  }

  @Test
  void whereNoneOfThemMayBeAskedTheNameDecides() {
    security = CallerPrincipalTest::refuse;
    servlet = CallerPrincipalTest::refuse;
    List<Class<?>> all = List.of(JakartaSecurity.class, Servlets.class, Principals.class);
    Map.of("carol", "carol", "anonymous", "", "ANONYMOUS", "")
        .forEach(
            (name, expected) -> {
              cdi = name;
              assertThat(scope(all.toArray(Class<?>[]::new))).isEqualTo(expected);
            });
  }

  @Test
  void withoutAnySecurityTheScopeIsEmpty() {
    assertThat(scope()).isEmpty();
  }

  @Test
  void anApplicationsResolverReplacesThePrincipal() {
    security = () -> named("alice");
    assertThat(scope(JakartaSecurity.class, Tenants.class)).isEqualTo("tenant-7");
  }

  @Test
  void aScopeHasAtMost255Characters() {
    try (TestContainer container = TestContainer.of(Tenants.class)) {
      CallerScope scope = container.get(CallerScope.class);
      container.get(Tenants.class).become("t".repeat(255));
      assertThat(scope.current()).hasSize(255);
      container.get(Tenants.class).become("t".repeat(256));
      assertThatIllegalStateException()
          .isThrownBy(scope::current)
          .withMessageContaining("256 characters")
          .withMessageContaining("Tenants");
    }
  }

  @Test
  void aNameMayHaveAnyLength() {
    servlet = () -> () -> "x".repeat(10_000);
    assertThat(scope(Servlets.class)).hasSize(10_000);
  }

  @Test
  void aPrincipalWithoutANameIsRefusedAndSharesNobodysScope() {
    servlet = () -> () -> null;
    assertThatThrownBy(() -> scope(Servlets.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no name");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUnusableScopeNamesTheResolversBean(boolean isNull) {
    produced = isNull ? null : "x".repeat(256);
    assertThatIllegalStateException()
        .isThrownBy(() -> scope(Produced.class))
        .withMessageContaining("ScopeResolver of " + Produced.class.getName())
        .withMessageContaining(isNull ? "returned null" : "256 characters; return at most 255");
  }

  private static String produced;

  @Dependent
  static class Produced {
    @Produces
    @Dependent
    static ScopeResolver resolver() {
      MADE.incrementAndGet();
      return () -> produced;
    }
  }

  private static final AtomicInteger MADE = new AtomicInteger();

  @Test
  void aDependentResolverIsMadeOnce() {
    produced = "tenant";
    try (TestContainer container = TestContainer.of(Produced.class)) {
      int before = MADE.get();
      for (int i = 0; i < 3; i++) {
        assertThat(container.get(CallerScope.class).current()).isEqualTo("tenant");
      }
      assertThat(MADE.get()).isEqualTo(before + 1);
    }
  }
}
