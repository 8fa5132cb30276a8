// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.transaction.RollbackException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the jar does to resource methods that are not guarded. */
class UnguardedMethodTest extends RestFixture {

  @Test
  void anUnguardedMethodMayBeAnsweredByAnyThread() throws Exception {
    assertThat(server.request("GET", "payments/later").send().text()).isEqualTo("later");
  }

  @Nested
  class AValueCallOfAnUnguardedMethod {

    @Test
    void takesTheKeyFromTheRequest() throws Exception {
      Payments.body = () -> Beans.get(JaxRsRequest.class).key("Idempotency-Key").orElse("none");
      assertThat(server.post("payments/unguarded").key("\"k\"").send().text()).isEqualTo("k");
      assertThat(server.post("payments/unguarded").send().text()).isEqualTo("none");
    }

    @Test
    void takesTheKeyFromTheHeaderOfItsOwnOperation() throws Exception {
      Payments.body = () -> Beans.get(JaxRsRequest.class).key("X-Stock-Key").orElse("none");
      RestServer.Request request = server.post("payments/unguarded").key("k");
      assertThat(request.send().text()).isEqualTo("none");
      assertThat(request.header("x-stock-key", "s").send().text()).isEqualTo("s");
    }

    @Test
    void isSettledBeforeTheRequestIsAnswered() throws Exception {
      Payments.body =
          () -> {
            transactions().begin();
            Guard.valueCall("inner", "k", () -> "value");
            transactions().end(Transactions.End.NOT_COMMITTED);
            assertThat(inner().state()).isEqualTo(RecordState.IN_PROGRESS);
            return "done";
          };
      assertThat(server.post("payments/unguarded").send().text()).isEqualTo("done");
      assertThat(inner().state()).isEqualTo(RecordState.FAILED);
    }

    private static StoredRecord inner() {
      RecordId id = RecordIdentity.of("inner", "", "k").id();
      return Beans.get(TestStore.class).read(id).orElseThrow();
    }

    @Test
    void holdsTheAnswerBackWhereItCannotBeSettled() throws Exception {
      Payments.body =
          () -> {
            transactions().begin();
            Guard.valueCall("inner", "k", () -> "value");
            return "done";
          };
      Reply reply = server.post("payments/unguarded").send();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
      transactions().end();
    }
  }

  @Nested
  class AFailedCommitOfAnUnguardedMethod {

    private static final Map<String, Object> WITHOUT_THE_JAR =
        Map.of("jersey.config.disableMetainfServicesLookup", true);

    static Stream<Map<String, Object>> withAndWithout() {
      return Stream.of(Map.of(), WITHOUT_THE_JAR);
    }

    @Test
    void reachesTheContainerAndTheLogAsItDoesWithoutTheJar() {
      assertThat(logOfFailure(Map.of())).isEqualTo(logOfFailure(WITHOUT_THE_JAR)).hasSize(1);
    }

    private List<String> logOfFailure(Map<String, Object> properties) {
      Payments.container = failingCommit();
      try (LogLines log = LogLines.of("org.glassfish.jersey");
          RestServer own = new RestServer(properties, Payments.class)) {
        assertThatThrownBy(() -> own.post("payments/unguarded").send())
            .isInstanceOf(RollbackException.class)
            .hasMessage("a deferred constraint");
        return List.copyOf(log.texts());
      }
    }

    @ParameterizedTest
    @MethodSource("withAndWithout")
    void isMappedByTheApplicationAsItIsWithoutTheJar(Map<String, Object> properties)
        throws Exception {
      server = new RestServer(properties, Payments.class, AllFailures.class);
      Payments.container = failingCommit();
      assertThat(server.post("payments/unguarded").send().status()).isEqualTo(418);
    }
  }

  static final class AllFailures implements ExceptionMapper<Exception> {
    @Override
    public Response toResponse(Exception failure) {
      return Response.status(418).build();
    }
  }

  private static Payments.Container failingCommit() {
    return method -> {
      transactions().begin();
      method.call();
      transactions().end(Transactions.End.NOT_COMMITTED);
      throw new RollbackException("a deferred constraint");
    };
  }
}
