// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.transaction.RollbackException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

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

  @Test
  void aFailedCommitOfAnUnguardedMethodIsAServerErrorAsEver() throws Exception {
    Payments.container = failingCommit();
    assertThat(server.post("payments/unguarded").send().status()).isEqualTo(500);
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
