// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys, arguments and results that cannot serve. */
class ValueProblemsTest {

  @ApplicationScoped
  static class TwoKeys {
    @Idempotent
    public String run(@IdempotencyKey String key, @IdempotencyKey String other) {
      return key;
    }
  }

  @ApplicationScoped
  static class KeyOfWrongType {
    @Idempotent
    public String run(@IdempotencyKey int key) {
      return "";
    }
  }

  @ApplicationScoped
  static class TakesStream {
    @Idempotent
    public String run(@IdempotencyKey String key, InputStream content) {
      return key;
    }
  }

  @ApplicationScoped
  static class TakesEntityManagers {
    @Idempotent
    public String run(@IdempotencyKey String key, List<Optional<EntityManager>> managers) {
      return key;
    }
  }

  @ApplicationScoped
  static class ReturnsThread {
    @Idempotent
    public Thread run(@IdempotencyKey String key) {
      return null;
    }
  }

  @ApplicationScoped
  static class ReturnsObject {
    @Idempotent
    public Object run(@IdempotencyKey String key) {
      return null;
    }
  }

  interface Shape {
    int area();
  }

  @ApplicationScoped
  static class ReturnsInterface {
    @Idempotent
    public List<Shape> run(@IdempotencyKey String key) {
      return null;
    }
  }

  static class NoDefaultConstructor {
    public final int value;

    NoDefaultConstructor(int value, int other) {
      this.value = value + other;
    }
  }

  @ApplicationScoped
  static class ReturnsUnmakeable {
    @Idempotent
    public NoDefaultConstructor run(@IdempotencyKey String key) {
      return null;
    }
  }

  static class Unbuildable extends Exception {
    Unbuildable(int code) {
      super("code " + code);
    }
  }

  @ApplicationScoped
  static class BadRebuild {
    @Idempotent(rebuild = Unbuildable.class)
    public String run(@IdempotencyKey String key) throws Unbuildable {
      return key;
    }
  }

  interface KeyInterface {
    String run(@IdempotencyKey String key);
  }

  @ApplicationScoped
  static class ImplementsKey implements KeyInterface {
    @Override
    @Idempotent
    public String run(String key) {
      return key;
    }
  }

  static Arguments refused(Class<?> bean, String... parts) {
    return Arguments.of(bean, parts);
  }

  static List<Arguments> refusals() {
    return List.of(
        refused(TwoKeys.class, "2 parameters annotated @IdempotencyKey", "keep one"),
        refused(KeyOfWrongType.class, "parameter is a int", "String, UUID, long or Long"),
        refused(TakesStream.class, "parameter 2 is a java.io.InputStream", "@ExcludedFromFingerp"),
        refused(TakesEntityManagers.class, "jakarta.persistence.EntityManager", "@Excluded"),
        refused(ReturnsThread.class, "java.lang.Thread", "declare a type"),
        refused(ReturnsObject.class, "java.lang.Object says nothing", "declare a type"),
        refused(ReturnsInterface.class, Shape.class.getName() + " is abstract", "declare a type"),
        refused(ReturnsUnmakeable.class, "has no constructor that Jackson can use", "declare"),
        refused(BadRebuild.class, Unbuildable.class.getName(), "takes a message"),
        refused(ImplementsKey.class, "@IdempotencyKey on a parameter of", "repeat it"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failsTheDeploymentAndNamesClassMethodReasonAndRemedy(Class<?> bean, String[] parts) {
    assertThat(Refusals.problemsOf(Map.of(), bean))
        .contains(bean.getName() + ".run(")
        .contains(parts);
  }
}
