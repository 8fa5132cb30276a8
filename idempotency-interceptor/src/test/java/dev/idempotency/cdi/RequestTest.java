// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeyRequirement;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.InMemoryPorts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are made while a request is served. */
class RequestTest {

  @Path("orders")
  @ApplicationScoped
  static class OrderResource {
    @Inject Stock stock;
    @Inject OrderResource self;
    private final List<String> runs = new CopyOnWriteArrayList<>();

    List<String> runs() {
      return runs;
    }

    @POST
    @Idempotent(operation = "orders.create")
    public String create() {
      runs.add("create");
      return "order " + runs.size();
    }

    @POST
    @Path("count")
    @Idempotent(operation = "orders.count")
    public int count() {
      runs.add("count");
      return runs.size();
    }

    @POST
    @Path("broken")
    @Idempotent(operation = "orders.broken")
    public void broken() {
      runs.add("broken");
      throw new IllegalStateException("out of order");
    }

    @POST
    @Path("optional")
    @Idempotent(operation = "orders.optional", key = KeyRequirement.OPTIONAL)
    public String optional() {
      runs.add("optional");
      return "order " + runs.size();
    }

    @POST
    @Path("self")
    @Idempotent(operation = "orders.self")
    public String callsItself(boolean again) {
      return again ? self.callsItself(false) : "inner";
    }
  }

  @ApplicationScoped
  static class Stock {
    private final List<String> runs = new CopyOnWriteArrayList<>();

    @Idempotent(operation = "stock.reserve")
    public String reserve(int amount) {
      runs.add("reserve");
      return "reserved " + amount;
    }

    @Idempotent(operation = "stock.labelled", key = KeyRequirement.OPTIONAL)
    public String labelled(int amount) {
      runs.add("labelled");
      return "labelled " + runs.size();
    }

    @Idempotent(operation = "stock.broken")
    public String broken(int amount) {
      runs.add("broken");
      throw new IllegalStateException("no stock");
    }

    @Idempotent(operation = "stock.keyed")
    public String keyed(@IdempotencyKey String key) {
      runs.add("keyed");
      return "keyed " + key;
    }
  }

  private final TestContainer container =
      TestContainer.of(
          Map.of("idempotency.operation.stock.labelled.key-header", "Stock-Key"),
          FakeRequest.class,
          OrderResource.class,
          Stock.class);
  private final OrderResource orders = container.get(OrderResource.class);
  private final Stock stock = container.get(Stock.class);
  private final InMemoryPorts database = container.database();

  @AfterEach
  void close() {
    container.close();
  }

  private <T> T serving(String key, String method, String body, Callable<T> work) throws Exception {
    RequestContextController context = container.get(RequestContextController.class);
    context.activate();
    try {
      container.get(FakeRequest.class).send(key, method, body);
      return work.call();
    } finally {
      context.deactivate();
    }
  }

  private Answer answer() {
    return container.get(FakeRequest.class).answer();
  }

  @Nested
  class AResponseCall {

    @Test
    void runsOnceAndLeavesEachAnswerForTheResponse() throws Exception {
      String first =
          serving(
              "k",
              "create",
              "1",
              () -> {
                String result = orders.create();
                assertThat(answer()).isInstanceOf(Answer.Ran.class);
                return result;
              });
      assertThat(first).isEqualTo("order 1");
      String again =
          serving(
              "k",
              "create",
              "1",
              () -> {
                String result = orders.create();
                assertThat(answer()).isInstanceOf(Answer.Replay.class);
                return result;
              });
      assertThat(again).as("the filter puts the stored response in place").isNull();
      assertThat(orders.runs()).containsExactly("create");
    }

    @Test
    void comparesTheRequestAndNotTheArguments() throws Exception {
      serving("k", "create", "1", () -> orders.create());
      serving(
          "k",
          "create",
          "2",
          () -> {
            assertThat(orders.create()).isNull();
            assertThat(((Answer.Refused) answer()).reason())
                .isInstanceOf(KeyMismatchException.class);
            return null;
          });
    }

    @Test
    void thatIsNotRunReturnsTheEmptyValueOfAPrimitive() throws Exception {
      serving("k", "count", "1", () -> orders.count());
      assertThat(serving("k", "count", "1", () -> orders.count())).isZero();
    }

    @Test
    void throwsWhatTheMethodThrew() throws Exception {
      serving(
          "k",
          "broken",
          "1",
          () -> {
            assertThatIllegalStateException().isThrownBy(() -> orders.broken());
            assertThat(answer()).isInstanceOf(Answer.Ran.class);
            return null;
          });
    }

    @Test
    void withoutItsKeyIsRefusedThroughTheResponse() throws Exception {
      serving(
          null,
          "create",
          "1",
          () -> {
            assertThat(orders.create()).isNull();
            assertThat(((Answer.Refused) answer()).reason())
                .isInstanceOf(InvalidKeyException.class);
            return null;
          });
      assertThat(orders.runs()).isEmpty();
    }

    @Test
    void withoutAnOptionalKeyRunsUnguarded() throws Exception {
      for (int i = 1; i <= 2; i++) {
        assertThat(serving(null, "optional", "1", () -> orders.optional())).isEqualTo("order " + i);
      }
    }
  }

  @Nested
  class AValueCall {

    @Test
    void takesTheKeyOfTheRequestWhereItHasNoParameterForIt() throws Exception {
      assertThat(serving("k", "", "1", () -> stock.reserve(3))).isEqualTo("reserved 3");
      assertThat(serving("k", "", "2", () -> stock.reserve(3))).isEqualTo("reserved 3");
      assertThat(database.find("stock.reserve", "", "k").orElseThrow().fence().attempt())
          .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "create"})
    void takesTheKeyFromTheHeaderThatIsConfiguredForIt(String resourceMethod) throws Exception {
      for (int i = 1; i <= 2; i++) {
        String first =
            serving(
                "k" + i,
                resourceMethod,
                "1",
                () -> {
                  container.get(FakeRequest.class).header("Stock-Key", "s");
                  return stock.labelled(3);
                });
        assertThat(first).isEqualTo("labelled 1");
      }
      assertThat(database.find("stock.labelled", "", "s")).isPresent();
      assertThat(database.find("stock.labelled", "", "k1")).isEmpty();
    }

    @Test
    void ofTheSameOperationCannotTakeTheKeyTwice() throws Exception {
      serving(
          "k",
          "",
          "1",
          () -> {
            stock.reserve(3);
            assertThatIllegalStateException()
                .isThrownBy(() -> stock.reserve(3))
                .withMessageContaining("stock.reserve")
                .withMessageContaining("@IdempotencyKey");
            return null;
          });
    }

    @Test
    void mayFollowOneThatEndedAsRetry() throws Exception {
      serving(
          "k",
          "",
          "1",
          () -> {
            assertThatIllegalStateException()
                .isThrownBy(() -> stock.broken(3))
                .withMessage("no stock");
            assertThatIllegalStateException()
                .isThrownBy(() -> stock.broken(3))
                .withMessage("no stock");
            return null;
          });
      assertThat(database.find("stock.broken", "", "k").orElseThrow().fence().attempt())
          .isEqualTo(2);
    }

    @Test
    void withAKeyOfItsOwnMayBeRepeated() throws Exception {
      serving(
          "k",
          "",
          "1",
          () -> {
            assertThat(stock.keyed("a")).isEqualTo(stock.keyed("a"));
            return stock.keyed("b");
          });
    }

    @Test
    void byTheResourceMethodItselfCannotShareItsKey() throws Exception {
      serving(
          "k",
          "callsItself",
          "1",
          () -> {
            assertThatThrownBy(() -> orders.callsItself(true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("orders.self");
            return null;
          });
    }

    @Test
    void inAnOpenTransactionIsSettledBeforeTheRequestIsAnswered() throws Exception {
      serving(
          "k",
          "",
          "1",
          () -> {
            FakeRequest request = container.get(FakeRequest.class);
            database.inCallersTransaction(
                () -> {
                  stock.reserve(3);
                  assertThat(request.unsettled()).hasSize(1);
                  return null;
                });
            return null;
          });
    }

    @Test
    void outsideOfAnyRequestHasNoHeaderToTakeAKeyFrom() {
      assertThatThrownBy(() -> stock.reserve(3)).isInstanceOf(InvalidKeyException.class);
    }
  }
}
