// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.AnonymousCallerException;
import dev.idempotency.AnonymousCallers;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.InMemoryPorts;
import dev.idempotency.spi.ScopeResolver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that come with requests of nobody. */
class AnonymousCallersTest {

  @Path("orders")
  @ApplicationScoped
  static class Orders {
    private final AtomicInteger runs = new AtomicInteger();

    int runs() {
      return runs.get();
    }

    @POST
    @Idempotent(operation = "orders.shared")
    public int shared() {
      return runs.incrementAndGet();
    }

    @POST
    @Path("refused")
    @Idempotent(operation = "orders.refused", anonymous = AnonymousCallers.REFUSED)
    public int refused() {
      return runs.incrementAndGet();
    }

    @POST
    @Path("unguarded")
    @Idempotent(operation = "orders.unguarded", anonymous = AnonymousCallers.UNGUARDED)
    public int unguarded() {
      return runs.incrementAndGet();
    }
  }

  @ApplicationScoped
  static class Stock {
    private final AtomicInteger runs = new AtomicInteger();

    @Idempotent(operation = "stock.reserve", anonymous = AnonymousCallers.REFUSED)
    public int reserve() {
      return runs.incrementAndGet();
    }

    @Idempotent(operation = "stock.keyed", anonymous = AnonymousCallers.REFUSED)
    public int keyed(@IdempotencyKey String key) {
      return runs.incrementAndGet();
    }
  }

  @ApplicationScoped
  static class Somebody implements ScopeResolver {
    @Override
    public String currentScope() {
      return "tenant-1";
    }
  }

  private TestContainer container = TestContainer.of(FakeRequest.class, Orders.class, Stock.class);

  @AfterEach
  void close() {
    container.close();
  }

  private <T> T serving(String key, String method, Callable<T> work) throws Exception {
    RequestContextController context = container.get(RequestContextController.class);
    context.activate();
    try {
      container.get(FakeRequest.class).send(key, method, "1");
      return work.call();
    } finally {
      context.deactivate();
    }
  }

  private Orders orders() {
    return container.get(Orders.class);
  }

  private InMemoryPorts database() {
    return container.database();
  }

  private Answer answerOf(String key, String method, Callable<Integer> work) throws Exception {
    return serving(
        key,
        method,
        () -> {
          work.call();
          return container.get(FakeRequest.class).answer();
        });
  }

  @Test
  void shareTheEmptyScopeUnlessToldOtherwise() throws Exception {
    answerOf("k", "shared", () -> orders().shared());
    assertThat(answerOf("k", "shared", () -> orders().shared())).isInstanceOf(Answer.Replay.class);
    assertThat(orders().runs()).isEqualTo(1);
  }

  @Test
  void areRefusedWithoutALookUp() throws Exception {
    Answer answer = answerOf("k", "refused", () -> orders().refused());
    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> assertThat(refused.reason()).isInstanceOf(AnonymousCallerException.class));
    assertThat(orders().runs()).isZero();
    assertThat(database().statements()).isZero();
  }

  @Test
  void runUnguardedAsWithoutAKey() throws Exception {
    assertThat(answerOf("k", "unguarded", () -> orders().unguarded())).isNull();
    assertThat(answerOf("k", "unguarded", () -> orders().unguarded())).isNull();
    assertThat(orders().runs()).isEqualTo(2);
    assertThat(database().statements()).isZero();
  }

  @Test
  void stillNeedAKeyWhereOneIsRequired() throws Exception {
    Answer answer = answerOf(null, "unguarded", () -> orders().unguarded());
    assertThat(((Answer.Refused) answer).reason()).isInstanceOf(InvalidKeyException.class);
  }

  @Test
  void areRefusedByABeanThatTakesTheRequestsKey() {
    Stock stock = container.get(Stock.class);
    assertThatThrownBy(() -> serving("k", "none", stock::reserve))
        .isInstanceOf(AnonymousCallerException.class);
  }

  @Test
  void areNoneWhereJavaCodePassesTheKey() {
    assertThat(container.get(Stock.class).keyed("k")).isEqualTo(1);
    assertThat(container.get(Stock.class).keyed("k")).isEqualTo(1);
  }

  @Test
  void areNoneWhereAResolverSaysWhose() throws Exception {
    container.close();
    container = TestContainer.of(FakeRequest.class, Orders.class, Somebody.class);
    answerOf("k", "refused", () -> orders().refused());
    assertThat(orders().runs()).isEqualTo(1);
  }

  @Test
  void areConfigurable() throws Exception {
    container.close();
    container =
        TestContainer.of(
            Map.of("idempotency.anonymous", "refused"), FakeRequest.class, Orders.class);
    assertThat(answerOf("k", "shared", () -> orders().shared())).isInstanceOf(Answer.Refused.class);
    assertThat(answerOf("k", "unguarded", () -> orders().unguarded())).isNull();
  }
}
