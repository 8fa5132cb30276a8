// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.ws.rs.core.UriInfo;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A guarded method of an object that no container made would run as often as it is called. */
class SubResourceTest {

  private static class Lines {
    @SuppressWarnings("UnusedMethod") // looked at, never called
    void add() {}
  }

  /** What a container makes of it. */
  private static final class InterceptedLines extends Lines {}

  private static final Object ROOT = new Object();

  private static void check(Object... matched) throws ReflectiveOperationException {
    UriInfo uri =
        (UriInfo)
            Proxy.newProxyInstance(
                UriInfo.class.getClassLoader(),
                new Class<?>[] {UriInfo.class},
                (proxy, method, arguments) -> List.of(matched));
    SubResource.requireIntercepted(
        new ResourceMethod(Lines.class, Lines.class.getDeclaredMethod("add")), uri);
  }

  @Test
  void anObjectThatTheApplicationMadeIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> check(new Lines(), ROOT))
        .withMessageContaining("Lines")
        .withMessageContaining("locator");
  }

  @Test
  void aContainersObjectIsNot() {
    assertThatCode(() -> check(new InterceptedLines(), ROOT)).doesNotThrowAnyException();
  }

  @Test
  void aRootResourceIsTheServersToMake() {
    assertThatCode(() -> check(new Lines())).doesNotThrowAnyException();
    assertThatCode(() -> check()).doesNotThrowAnyException();
  }
}
