// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.protocol.InMemoryPorts;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which calls are intercepted, and how often. */
class InterceptionTest {

  @ApplicationScoped
  static class Effects {
    private final List<String> effects = new CopyOnWriteArrayList<>();

    String add(String effect) {
      effects.add(effect);
      return effect + " " + effects.size();
    }

    List<String> all() {
      return effects;
    }
  }

  @ApplicationScoped
  static class OnMethod {
    @Inject Effects effects;

    @Idempotent
    public String run(@IdempotencyKey String key) {
      return effects.add("method");
    }

    public String through(String key) {
      return run(key);
    }
  }

  @RequestScoped
  @Idempotent
  static class OnClass {
    @Inject Effects effects;

    public String run(@IdempotencyKey String key) {
      return effects.add("class");
    }

    @Override
    public String toString() {
      return "not guarded";
    }
  }

  abstract static class Base<T> {
    @Inject Effects effects;

    @Idempotent
    public String run(@IdempotencyKey String key, T value) {
      return effects.add("inherited " + value);
    }
  }

  @ApplicationScoped
  static class Inherits extends Base<Integer> {}

  @ApplicationScoped
  @Idempotent
  static class GuardedParent {
    @Inject Effects effects;

    public String run(@IdempotencyKey String key) {
      return effects.add("parent");
    }
  }

  @Idempotent
  @ApplicationScoped
  @Stereotype
  @Retention(RetentionPolicy.RUNTIME)
  @interface GuardedService {}

  @GuardedService
  static class ByStereotype {
    @Inject Effects effects;

    public String run(@IdempotencyKey String key) {
      return effects.add("stereotype");
    }
  }

  @Idempotent(operation = "by.binding")
  @InterceptorBinding
  @Retention(RetentionPolicy.RUNTIME)
  @interface Payment {}

  @ApplicationScoped
  static class ByBinding {
    @Inject Effects effects;

    @Payment
    public String run(@IdempotencyKey String key) {
      return effects.add("binding");
    }
  }

  interface Handler<T> {
    String handle(String key, T value);
  }

  @ApplicationScoped
  static class ByGenericInterface implements Handler<Integer> {
    @Inject Effects effects;

    @Override
    @Idempotent
    public String handle(@IdempotencyKey String key, Integer value) {
      return effects.add("bridge " + value);
    }
  }

  private static final List<Class<?>> BEANS =
      List.of(
          Effects.class,
          OnMethod.class,
          OnClass.class,
          Inherits.class,
          GuardedParent.class,
          ByStereotype.class,
          ByBinding.class,
          ByGenericInterface.class);

  static Stream<Consumer<SeContainerInitializer>> packagings() {
    return Stream.of(
        initializer -> {},
        initializer -> initializer.enableInterceptors(IdempotentInterceptor.class),
        initializer ->
            initializer.enableInterceptors(IdempotentInterceptor.class, BodyMarkInterceptor.class));
  }

  @ParameterizedTest
  @MethodSource("packagings")
  void eachKindOfBeanIsGuardedExactlyOnceWithAndWithoutAnEntryInBeansXml(
      Consumer<SeContainerInitializer> packaging) {
    try (TestContainer container = TestContainer.of(TestConfig.of(Map.of()), BEANS, packaging)) {
      Effects effects = container.get(Effects.class);
      for (int i = 0; i < 3; i++) {
        container.get(OnMethod.class).run("k");
        container.get(Inherits.class).run("k", 7);
        container.get(GuardedParent.class).run("k");
        container.get(ByStereotype.class).run("k");
        container.get(ByBinding.class).run("k");
        container.get(ByGenericInterface.class).handle("k", 7);
        callThroughInterface(container.get(ByGenericInterface.class));
        inRequest(container, () -> container.get(OnClass.class).run("k"));
      }
      assertThat(effects.all())
          .containsExactlyInAnyOrder(
              "method", "class", "inherited 7", "parent", "stereotype", "binding", "bridge 7");
      InMemoryPorts database = container.database();
      assertThat(
              List.of(
                  "on-method.run",
                  "on-class.run",
                  "inherits.run",
                  "guarded-parent.run",
                  "by-stereotype.run",
                  "by.binding",
                  "by-generic-interface.handle"))
          .allSatisfy(
              operation ->
                  assertThat(database.find(operation, "", "k").orElseThrow().fence().attempt())
                      .isEqualTo(1));
    }
  }

  private static void inRequest(TestContainer container, Runnable work) {
    RequestContextController context = container.get(RequestContextController.class);
    context.activate();
    try {
      work.run();
    } finally {
      context.deactivate();
    }
  }

  private static void callThroughInterface(Handler<Integer> handler) {
    handler.handle("k", 7);
  }

  @Test
  void aCallOnThisIsNotIntercepted() {
    try (TestContainer container = TestContainer.of(Effects.class, OnMethod.class)) {
      container.get(OnMethod.class).through("k");
      container.get(OnMethod.class).through("k");
      assertThat(container.get(Effects.class).all()).hasSize(2);
    }
  }

  @InterceptorBinding
  @Retention(RetentionPolicy.RUNTIME)
  @interface Checked {}

  /** Stands for validation, which refuses before the body and inside of the guard. */
  @Interceptor
  @Checked
  @Priority(4800)
  static class Refusing implements Serializable {
    @AroundInvoke
    Object check(InvocationContext context) throws Exception {
      if (Boolean.TRUE.equals(context.getParameters()[1])) {
        throw new IllegalArgumentException("refused before the body");
      }
      return context.proceed();
    }
  }

  @ApplicationScoped
  static class Validated {
    @Inject Effects effects;

    @Checked
    @Idempotent(replayOn = IllegalArgumentException.class)
    public String run(@IdempotencyKey String key, @ExcludedFromFingerprint boolean refused) {
      return effects.add("run");
    }
  }

  @Test
  void aRefusalBeforeTheBodyLeavesNoRecord() {
    try (TestContainer container =
        TestContainer.of(Effects.class, Refusing.class, Validated.class)) {
      Validated validated = container.get(Validated.class);
      assertThatThrownBy(() -> validated.run("k", true))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(container.database().find("validated.run", "", "k")).isEmpty();
      assertThat(validated.run("k", false)).isEqualTo("run 1");
    }
  }
}
