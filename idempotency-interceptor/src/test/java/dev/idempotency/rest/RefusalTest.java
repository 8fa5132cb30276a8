// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.protocol.Reaction;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.transaction.RollbackException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.ByteArrayInputStream;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Refusals of the method, and those of the library. */
class RefusalTest extends RestFixture {

  @Nested
  class ARefusal {

    @Test
    void ofTheApplicationsMapperIsStored() throws Exception {
      Payments.body = () -> declined("no money");
      Reply first = create("k");
      Payments.body = () -> created("/x").build();
      Reply again = create("k");
      assertThat(first.status()).isEqualTo(402);
      assertThat(first.text()).isEqualTo("{\"why\":\"no money\"}");
      assertThat(again.status()).isEqualTo(402);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("ETag")).isEqualTo("\"declined\"");
      assertThat(again.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void thatCarriesItsResponseIsStored() throws Exception {
      Payments.body =
          () -> {
            throw new WebApplicationException(
                Response.status(409).type("text/plain").entity("closed").build());
          };
      create("k");
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.text()).isEqualTo("closed");
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void thatNothingMapsLeavesAndGivesTheKeyBack() throws Exception {
      Payments.body =
          () -> {
            throw new IllegalStateException("boom");
          };
      assertThatThrownBy(() -> create("k")).hasMessage("boom");
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
      assertThat(Payments.RUNS).hasValue(2);
    }

    @ParameterizedTest
    @EnumSource(
        value = Reaction.class,
        names = {"REPLAY", "NEW_KEY"})
    void thatNothingMapsIsNeverStoredWhateverIsListed(Reaction listed) throws Exception {
      TestCatalogue.policy =
          new OutcomePolicy(Map.of(500, listed), Map.of(IllegalStateException.class, listed));
      Payments.body =
          () -> {
            throw new IllegalStateException("boom");
          };
      assertThatThrownBy(() -> create("k")).hasMessage("boom");
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
    }

    @Test
    void thatLooksLikeAFailedCommitIsMappedAsTheApplicationDoes() throws Exception {
      Payments.body =
          () -> {
            throw new RollbackException("thrown by the method");
          };
      assertThatThrownBy(() -> create("k")).hasMessage("thrown by the method");
      server = new RestServer(Payments.class, UnguardedMethodTest.AllFailures.class);
      assertThat(create("k").status()).isEqualTo(418);
      assertThat(create("k").header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void of5xxGoesOutAndGivesTheKeyBack() throws Exception {
      Payments.body =
          () ->
              Response.status(503)
                  .type("text/plain")
                  .entity(new ByteArrayInputStream("down".getBytes(UTF_8)))
                  .build();
      Reply first = create("k");
      assertThat(first.status()).isEqualTo(503);
      assertThat(first.text()).isEqualTo("down");
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
    }

    private static Object declined(String why) throws Declined {
      throw new Declined(why);
    }
  }

  @Nested
  class AnApplicationsOwnMapper {

    static final class MismatchMapper implements ExceptionMapper<KeyMismatchException> {
      @Override
      public Response toResponse(KeyMismatchException mismatch) {
        return Response.status(499).type("text/plain").entity("other request").build();
      }
    }

    static final class AllRefusals implements ExceptionMapper<IdempotencyException> {
      @Override
      public Response toResponse(IdempotencyException refusal) {
        return Response.status(418).entity("refused").build();
      }
    }

    static final class NothingToSay implements ExceptionMapper<KeyMismatchException> {
      @Override
      public Response toResponse(KeyMismatchException mismatch) {
        return null;
      }
    }

    @Test
    void thatReturnsNothingAnswersWithNoContent() throws Exception {
      restart(NothingToSay.class);
      create("k");
      Reply reply = create("k", "{\"amount\":2}");
      assertThat(reply.status()).isEqualTo(204);
      assertThat(reply.body()).isEmpty();
    }

    @Test
    void ofASubclassIsPreferred() throws Exception {
      restart(MismatchMapper.class);
      create("k");
      Reply reply = create("k", "{\"amount\":2}");
      assertThat(reply.status()).isEqualTo(499);
      assertThat(reply.text()).isEqualTo("other request");
      assertThat(server.post("payments").send().text()).contains(PROBLEM + "key-missing");
    }

    @Test
    void ofTheRootIsPreferred() throws Exception {
      restart(AllRefusals.class);
      assertThat(server.post("payments").send().status()).isEqualTo(418);
      create("k");
      Reply reply = create("k", "{\"amount\":2}");
      assertThat(reply.status()).isEqualTo(418);
      assertThat(reply.text()).isEqualTo("refused");
    }

    private void restart(Class<?> mapper) {
      server = new RestServer(Payments.class, mapper);
    }
  }
}
