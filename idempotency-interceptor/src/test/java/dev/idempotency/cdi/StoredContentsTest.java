// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.OutcomeNotKeptException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.ResultStorage;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.Header;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.spi.ResultFilter;
import dev.idempotency.spi.StoredResult;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much of an outcome is stored. */
class StoredContentsTest {

  private static final String CARD = "4111111111111111";
  private static final Header LOCATION = new Header("Location", "/cards/1");
  private static final Header LINK = new Header("Link", "</secret>");

  static final class DeclinedException extends Exception {
    private static final long serialVersionUID = 1L;

    DeclinedException(String message) {
      super(message);
    }
  }

  @ApplicationScoped
  static class Cards {
    private final AtomicInteger runs = new AtomicInteger();

    int runs() {
      return runs.get();
    }

    @Idempotent(operation = "cards.read")
    public String read(@IdempotencyKey String key) {
      runs.incrementAndGet();
      return CARD;
    }

    @Idempotent(operation = "cards.decline")
    public void decline(@IdempotencyKey String key) throws DeclinedException {
      runs.incrementAndGet();
      throw new DeclinedException("no funds on " + CARD);
    }

    @Idempotent(operation = "cards.secret", storeResult = ResultStorage.NOT_STORED)
    public String secret(@IdempotencyKey String key) {
      runs.incrementAndGet();
      return CARD;
    }

    @Idempotent(operation = "cards.refuse", storeResult = ResultStorage.NOT_STORED)
    public void refuse(@IdempotencyKey String key) throws DeclinedException {
      runs.incrementAndGet();
      throw new DeclinedException("no funds on " + CARD);
    }

    @Idempotent(operation = "cards.nothing", storeResult = ResultStorage.NOT_STORED)
    public void nothing(@IdempotencyKey String key) {
      runs.incrementAndGet();
    }
  }

  @ApplicationScoped
  static class Mask implements ResultFilter {
    @Override
    public StoredResult filter(StoredResult result) {
      StoredResult masked = result.withoutHeader("link");
      if (result.body().isPresent()) {
        String text = new String(result.body().get(), StandardCharsets.UTF_8);
        masked = masked.withBody(text.replace(CARD, "****").getBytes(StandardCharsets.UTF_8));
      }
      return result.failureMessage().isPresent()
          ? masked.withFailureMessage(result.failureMessage().get().replace(CARD, "****"))
          : masked;
    }
  }

  @ApplicationScoped
  static class LeavesOut implements ResultFilter {
    @Override
    public StoredResult filter(StoredResult result) {
      return result.withoutBody();
    }
  }

  @ApplicationScoped
  static class Broken implements ResultFilter {
    @Override
    public StoredResult filter(StoredResult result) {
      throw new IllegalStateException("no mask");
    }
  }

  private TestContainer container;

  @AfterEach
  void close() {
    container.close();
  }

  private Cards with(Class<?>... filters) {
    container =
        filters.length == 0
            ? TestContainer.of(Cards.class)
            : TestContainer.of(Cards.class, filters[0]);
    return container.get(Cards.class);
  }

  private GuardedOperation operation(String name) throws NoSuchMethodException {
    return container
        .get(Catalogue.class)
        .find(Cards.class, Cards.class.getMethod(name, String.class))
        .orElseThrow();
  }

  @Test
  void aMaskChangesWhatARetryGetsAndNotTheFirstAnswer() {
    Cards cards = with(Mask.class);
    assertThat(cards.read("k")).isEqualTo(CARD);
    assertThat(cards.read("k")).isEqualTo("****");
    assertThat(cards.runs()).isEqualTo(1);
  }

  @Test
  void aMaskChangesTheMessageOfAStoredFailure() {
    Cards cards = with(Mask.class);
    assertThatThrownBy(() -> cards.decline("k")).hasMessage("no funds on " + CARD);
    assertThatThrownBy(() -> cards.decline("k"))
        .isInstanceOfSatisfying(
            ReplayedFailureException.class,
            failure -> assertThat(failure.failureMessage()).contains("no funds on ****"));
    assertThat(cards.runs()).isEqualTo(1);
  }

  @Test
  void aMaskChangesTheBytesAndHeadersOfAResponse() throws Exception {
    with(Mask.class);
    Outcome stored =
        container
            .get(StoredContents.class)
            .toStore(
                operation("read"),
                Outcome.response(
                    201,
                    List.of(LOCATION, LINK),
                    "text/plain",
                    CARD.getBytes(StandardCharsets.UTF_8)));
    assertThat(stored.kind()).isEqualTo(OutcomeKind.RESPONSE);
    assertThat(stored.status()).isEqualTo(201);
    assertThat(stored.headers()).containsExactly(LOCATION);
    assertThat(stored.mediaType()).isEqualTo("text/plain");
    assertThat(stored.body()).asString(StandardCharsets.UTF_8).isEqualTo("****");
  }

  @Test
  void whatAFilterLeavesOutIsNotKept() {
    Cards cards = with(LeavesOut.class);
    assertThat(cards.read("k")).isEqualTo(CARD);
    assertThatThrownBy(() -> cards.read("k")).isInstanceOf(OutcomeNotKeptException.class);
    assertThat(cards.runs()).isEqualTo(1);
  }

  @Test
  void aFilterThatThrowsRollsBackAndGivesTheKeyBack() {
    Cards cards = with(Broken.class);
    assertThatIllegalStateException().isThrownBy(() -> cards.read("k")).withMessage("no mask");
    assertThatIllegalStateException().isThrownBy(() -> cards.read("k")).withMessage("no mask");
    assertThat(cards.runs()).isEqualTo(2);
  }

  @Test
  void anOperationCanStoreNoResultAndStillRunOnce() {
    Cards cards = with();
    assertThat(cards.secret("k")).isEqualTo(CARD);
    assertThatThrownBy(() -> cards.secret("k"))
        .isInstanceOf(OutcomeNotKeptException.class)
        .hasMessageNotContaining(CARD);
    assertThat(cards.runs()).isEqualTo(1);
  }

  @Test
  void anOperationThatStoresNoResultStoresNoMessageOfAFailure() {
    Cards cards = with();
    assertThatThrownBy(() -> cards.refuse("k")).hasMessageContaining(CARD);
    assertThatThrownBy(() -> cards.refuse("k"))
        .isInstanceOfSatisfying(
            ReplayedFailureException.class,
            failure -> assertThat(failure.failureMessage()).isEmpty());
    assertThat(cards.runs()).isEqualTo(1);
  }

  @Test
  void ofAResponseItStoresStatusAndListedHeaders() throws Exception {
    with();
    StoredContents contents = container.get(StoredContents.class);
    Outcome full = Outcome.response(201, List.of(LOCATION), "text/plain", new byte[] {1});
    Outcome stored = contents.toStore(operation("secret"), full);
    assertThat(stored.kind()).isEqualTo(OutcomeKind.BODYLESS);
    assertThat(stored.status()).isEqualTo(201);
    assertThat(stored.headers()).containsExactly(LOCATION);
    Outcome empty = Outcome.response(204, List.of(), null, null);
    assertThat(contents.toStore(operation("secret"), empty)).isEqualTo(empty);
  }

  @Test
  void whatReturnsNothingHasNothingToLeaveOut() {
    Cards cards = with();
    cards.nothing("k");
    cards.nothing("k");
    assertThat(cards.runs()).isEqualTo(1);
  }

  @Test
  void itIsConfigurable() {
    container = TestContainer.of(Map.of("idempotency.store-result", "false"), Cards.class);
    Cards cards = container.get(Cards.class);
    assertThat(cards.read("k")).isEqualTo(CARD);
    assertThatThrownBy(() -> cards.read("k")).isInstanceOf(OutcomeNotKeptException.class);
  }
}
