// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.cdi.InterceptionTest.Effects;
import dev.idempotency.cdi.InterceptionTest.OnMethod;
import dev.idempotency.cdi.InterceptionTest.Refusing;
import dev.idempotency.cdi.InterceptionTest.Validated;
import dev.idempotency.protocol.RecordState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** Guarded calls inside guarded calls. */
class NestedCallTest {

  @ApplicationScoped
  static class Orders {
    @Inject Effects effects;
    @Inject Orders self;

    @Idempotent(operation = "orders.checkout")
    public String checkout(@IdempotencyKey String key, boolean innerFails) {
      effects.add("checkout");
      try {
        return "ordered with " + self.reserve(key + "-child", innerFails);
      } catch (IllegalStateException e) {
        return "ordered without";
      }
    }

    @Idempotent(operation = "orders.reserve")
    public String reserve(@IdempotencyKey String key, boolean fails) {
      if (fails) {
        throw new IllegalStateException("no stock");
      }
      return effects.add("reserve");
    }
  }

  @Test
  void aNestedCallHasARecordOfItsOwn() {
    try (TestContainer container = TestContainer.of(Effects.class, Orders.class)) {
      Orders orders = container.get(Orders.class);
      String first = orders.checkout("k", false);
      assertThat(first).isEqualTo("ordered with reserve 2");
      assertThat(orders.checkout("k", false)).isEqualTo(first);
      assertThat(orders.reserve("k-child", false)).isEqualTo("reserve 2");
      assertThat(container.get(Effects.class).all()).containsExactly("checkout", "reserve");
      assertThat(container.database().find("orders.checkout", "", "k").orElseThrow().state())
          .isEqualTo(RecordState.SUCCEEDED);
      assertThat(container.database().find("orders.reserve", "", "k-child").orElseThrow().state())
          .isEqualTo(RecordState.SUCCEEDED);
    }
  }

  @ApplicationScoped
  static class Bundle {
    @Inject Effects effects;
    @Inject OnMethod inner;

    @Idempotent(operation = "bundle.run")
    public String run(@IdempotencyKey String key, @ExcludedFromFingerprint String innerKey) {
      return effects.add("bundle") + " with " + inner.run(innerKey);
    }
  }

  @Test
  void anInnerCallThatIsRefusedIsNoOutcomeOfTheOuterOne() {
    try (TestContainer container = TestContainer.of(Effects.class, OnMethod.class, Bundle.class)) {
      Bundle bundle = container.get(Bundle.class);
      assertThatThrownBy(() -> bundle.run("k", " ")).isInstanceOf(InvalidKeyException.class);
      assertThat(container.database().find("bundle.run", "", "k").orElseThrow().isFinal())
          .isFalse();
      assertThat(bundle.run("k", "i")).isEqualTo("bundle 2 with method 3");
    }
  }

  @ApplicationScoped
  static class Outer {
    @Inject Effects effects;
    @Inject Validated validated;

    @Idempotent(replayOn = IllegalArgumentException.class)
    public String run(@IdempotencyKey String key) {
      effects.add("outer");
      return validated.run(key, true);
    }
  }

  @Test
  void aNestedRefusalBeforeItsBodyIsAnOutcomeOfTheOuterCall() {
    try (TestContainer container =
        TestContainer.of(Effects.class, Refusing.class, Validated.class, Outer.class)) {
      Outer outer = container.get(Outer.class);
      assertThatThrownBy(() -> outer.run("k")).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> outer.run("k")).isInstanceOf(ReplayedFailureException.class);
      assertThat(container.get(Effects.class).all()).containsExactly("outer");
      assertThat(container.database().find("validated.run", "", "k")).isEmpty();
    }
  }
}
