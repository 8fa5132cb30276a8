// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ResourceMethodTest {

  interface Contract<T> {
    String create(T what);
  }

  static class Payments implements Contract<Integer> {
    @Override
    public String create(Integer what) {
      return "payment " + what;
    }

    public String create(Long what) {
      return "long " + what;
    }

    public String cancel(Integer what) {
      return "cancelled " + what;
    }
  }

  /** As a container generates it. */
  static class PaymentsProxy extends Payments {
    @Override
    public String create(Integer what) {
      return super.create(what);
    }
  }

  static class Special extends Payments {}

  static class Other {
    public String create(Integer what) {
      return "other " + what;
    }
  }

  @Test
  void aMethodRunsAsItself() {
    Method create = method(Payments.class, "create", Integer.class);
    assertThat(runs(Payments.class, create, Payments.class, create)).isTrue();
  }

  @Test
  void aGeneratedSubclassRunsIt() {
    Method create = method(Payments.class, "create", Integer.class);
    Method generated = method(PaymentsProxy.class, "create", Integer.class);
    assertThat(runs(Payments.class, create, PaymentsProxy.class, generated)).isTrue();
    assertThat(runs(Payments.class, create, PaymentsProxy.class, create)).isTrue();
    assertThat(runs(PaymentsProxy.class, generated, Payments.class, create)).isTrue();
  }

  @Test
  void aMethodOfTheInterfaceIsTheOneThatImplementsIt() {
    Method declared = method(Contract.class, "create", Object.class);
    Method create = method(Payments.class, "create", Integer.class);
    assertThat(runs(Contract.class, declared, Payments.class, create)).isTrue();
    assertThat(runs(Payments.class, declared, PaymentsProxy.class, create)).isTrue();
  }

  @Test
  void aBridgeLeadsToTheMethodBehindIt() {
    Method bridge =
        Arrays.stream(Payments.class.getDeclaredMethods())
            .filter(Method::isBridge)
            .findAny()
            .orElseThrow();
    Method create = method(Payments.class, "create", Integer.class);
    assertThat(runs(Payments.class, bridge, Payments.class, create)).isTrue();
    assertThat(runs(Payments.class, create, Payments.class, bridge)).isTrue();
  }

  @Test
  void anInheritedMethodRunsInASubclass() {
    Method create = method(Payments.class, "create", Integer.class);
    assertThat(runs(Special.class, create, Special.class, create)).isTrue();
  }

  @Test
  void anotherMethodIsNotIt() {
    Method create = method(Payments.class, "create", Integer.class);
    assertThat(
            runs(
                Payments.class,
                create,
                Payments.class,
                method(Payments.class, "create", Long.class)))
        .isFalse();
    assertThat(
            runs(
                Payments.class,
                create,
                Payments.class,
                method(Payments.class, "cancel", Integer.class)))
        .isFalse();
  }

  @Test
  void theSameSignatureInAnotherClassIsNotIt() {
    Method create = method(Payments.class, "create", Integer.class);
    assertThat(
            runs(Payments.class, create, Other.class, method(Other.class, "create", Integer.class)))
        .isFalse();
  }

  private static boolean runs(Class<?> type, Method method, Class<?> bean, Method intercepted) {
    return new ResourceMethod(type, method).runsAs(bean, intercepted);
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      return type.getDeclaredMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
