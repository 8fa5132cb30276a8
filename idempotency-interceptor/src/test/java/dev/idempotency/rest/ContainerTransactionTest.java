// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.Transactions;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.transaction.RollbackException;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Response calls whose transaction the container ends. */
class ContainerTransactionTest extends RestFixture {

  @Nested
  class WhereTheContainerEndsTheTransaction {

    @Test
    void aCommittedSuccessIsTheAnswer() throws Exception {
      Payments.container = transaction();
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
      assertThat(create("k").header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void aSuccessThatWasRolledBackIsNeverAnswered() throws Exception {
      Payments.container = transaction();
      Payments.body =
          () -> {
            transactions().setRollbackOnly();
            return created("/x").cookie(new NewCookie.Builder("sid").value("s").build()).build();
          };
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "rolled-back");
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.header("Set-Cookie")).isNull();
      assertThat(reply.header("Location")).isNull();
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
    }

    @Test
    void aFailedCommitIsToldApartFromTheSuccess() throws Exception {
      Payments.container = failingCommit();
      Payments.body = () -> created("/x").build();
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "rolled-back");
    }

    @Test
    void aRefusalStandsWhereItsCommitFailed() throws Exception {
      Payments.container = failingCommit();
      Payments.body = () -> Response.status(402).entity("{}").build();
      assertThat(create("k").status()).isEqualTo(402);
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(402);
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void aFailureAfterTheCommitIsNotCoveredUpAndTheRetryGetsTheOutcome() throws Exception {
      Payments.container =
          method -> {
            transaction().around(method);
            throw new Declined("an interceptor of the application");
          };
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(402);
      Payments.container = transaction();
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void anOpenTransactionCannotBeAnswered() throws Exception {
      Payments.container =
          method -> {
            transactions().begin();
            return method.call();
          };
      Payments.body = () -> created("/x").build();
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
      transactions().end();
    }

    @Test
    void anEndThatCannotBeStoredCannotBeAnswered() throws Exception {
      Payments.container =
          method -> {
            transactions().begin();
            Object result = method.call();
            transactions().end(Transactions.End.NOT_COMMITTED);
            Beans.get(TestStore.class).setDown(true);
            return result;
          };
      Payments.body = () -> created("/x").build();
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
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
}
