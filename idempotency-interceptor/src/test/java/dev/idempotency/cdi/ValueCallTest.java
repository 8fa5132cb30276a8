// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeyRequirement;
import dev.idempotency.KeySpentException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.protocol.InMemoryPorts;
import dev.idempotency.protocol.RecordState;
import jakarta.ejb.ApplicationException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.WebApplicationException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A guarded method of a plain bean, called by Java code. */
class ValueCallTest {

  static class DeclinedException extends Exception {
    DeclinedException(String message) {
      super(message);
    }
  }

  static class UnlistedException extends Exception {
    UnlistedException(String message) {
      super(message);
    }
  }

  @ApplicationException(rollback = true)
  static class RefusedException extends RuntimeException {
    RefusedException(String message) {
      super(message);
    }
  }

  static class QuotaException extends RuntimeException {
    QuotaException() {
      super("over the quota");
    }
  }

  @ApplicationScoped
  static class Transfers {

    @Inject InMemoryPorts database;
    final AtomicInteger runs = new AtomicInteger();

    int runs() {
      return runs.get();
    }

    @Idempotent
    public String create(
        @IdempotencyKey String key, int amount, @ExcludedFromFingerprint String traceId) {
      database.insert("transfer of " + amount);
      return "transfer " + runs.incrementAndGet();
    }

    @Idempotent
    public String byUuid(@IdempotencyKey UUID key) {
      return "run " + runs.incrementAndGet();
    }

    @Idempotent
    public String byNumber(@IdempotencyKey long key) {
      return "run " + runs.incrementAndGet();
    }

    @Idempotent(key = KeyRequirement.OPTIONAL)
    public String unlessWithoutKey(@IdempotencyKey String key) {
      return "run " + runs.incrementAndGet();
    }

    @Idempotent
    public String withoutKey(int amount) {
      return "run " + runs.incrementAndGet();
    }

    @Idempotent(rebuild = DeclinedException.class)
    public String declined(@IdempotencyKey String key) throws DeclinedException {
      runs.incrementAndGet();
      database.insert("declined attempt");
      throw new DeclinedException("no funds");
    }

    @Idempotent
    @Transactional(rollbackOn = UnlistedException.class)
    public String unlisted(@IdempotencyKey String key) throws UnlistedException {
      runs.incrementAndGet();
      database.insert("unlisted");
      throw new UnlistedException("no such account");
    }

    @Idempotent
    public String refused(@IdempotencyKey String key) {
      runs.incrementAndGet();
      database.insert("refused");
      throw new RefusedException("closed account");
    }

    @Idempotent
    public String broken(@IdempotencyKey String key) {
      runs.incrementAndGet();
      database.insert("broken");
      throw new IllegalStateException("out of order");
    }

    @Idempotent
    @Transactional(dontRollbackOn = QuotaException.class)
    public String teapot(@IdempotencyKey String key) {
      runs.incrementAndGet();
      database.insert("teapot");
      throw new WebApplicationException("short and stout", new StatusResponse(418));
    }

    @Idempotent(newKeyOn = QuotaException.class)
    public String overQuota(@IdempotencyKey String key) {
      runs.incrementAndGet();
      throw new QuotaException();
    }
  }

  private final TestContainer container = TestContainer.of(Transfers.class);
  private final Transfers transfers = container.get(Transfers.class);
  private final InMemoryPorts database = container.database();

  @AfterEach
  void close() {
    container.close();
  }

  @Test
  void aRetryGetsTheFirstResultAndDoesNotRunAgain() {
    assertThat(transfers.create("k", 100, "trace 1")).isEqualTo("transfer 1");
    assertThat(transfers.create("k", 100, "trace 1")).isEqualTo("transfer 1");
    assertThat(transfers.runs()).isEqualTo(1);
    assertThat(database.rows()).containsExactly("transfer of 100");
  }

  @Test
  void anotherKeyIsAnotherCall() {
    transfers.create("k", 100, "trace 1");
    assertThat(transfers.create("K", 100, "trace 1")).isEqualTo("transfer 2");
  }

  @Test
  void otherArgumentsAreAMismatchAndExcludedOnesAreNot() {
    transfers.create("k", 100, "trace 1");
    assertThatExceptionOfType(KeyMismatchException.class)
        .isThrownBy(() -> transfers.create("k", 101, "trace 1"));
    assertThat(transfers.create("k", 100, "trace 2")).isEqualTo("transfer 1");
  }

  @Test
  void theRecordHasTheDerivedNameOfTheOperation() {
    transfers.create("k", 100, "trace 1");
    assertThat(database.find("transfers.create", "", "k").orElseThrow().state())
        .isEqualTo(RecordState.SUCCEEDED);
  }

  @Nested
  class TheKey {

    @Test
    void mayBeAUuidOrANumber() {
      UUID uuid = UUID.randomUUID();
      assertThat(transfers.byUuid(uuid)).isEqualTo(transfers.byUuid(uuid));
      assertThat(transfers.byNumber(-7)).isEqualTo(transfers.byNumber(-7));
      assertThat(database.find("transfers.by-uuid", "", uuid.toString())).isPresent();
      assertThat(database.find("transfers.by-number", "", "-7")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "   ", " k", "k ", "clé", "a\tb", "a\0b", "\u007f"})
    void ofAnotherAlphabetIsRefusedWithoutBeingShown(String key) {
      assertThatExceptionOfType(InvalidKeyException.class)
          .isThrownBy(() -> transfers.create(key, 100, ""))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(InvalidKeyException.Reason.MALFORMED));
      assertThatExceptionOfType(InvalidKeyException.class)
          .isThrownBy(() -> transfers.unlessWithoutKey(key));
      assertThat(transfers.runs()).isZero();
    }

    @Test
    void hasOneTo255Characters() {
      assertThat(transfers.create("k", 1, "")).isEqualTo("transfer 1");
      assertThat(transfers.create("k".repeat(255), 1, "")).isEqualTo("transfer 2");
      assertThat(transfers.create("a b", 1, "")).isEqualTo("transfer 3");
      assertThatThrownBy(() -> transfers.create("k".repeat(256), 1, ""))
          .isInstanceOf(InvalidKeyException.class)
          .hasMessageContaining("256 characters")
          .hasMessageContaining("1 to 255");
    }

    @Test
    void thatIsRequiredAndMissingRefusesTheCall() {
      assertThatExceptionOfType(InvalidKeyException.class)
          .isThrownBy(() -> transfers.create(null, 100, ""))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(InvalidKeyException.Reason.MISSING))
          .withMessageContaining("transfers.create");
      assertThatThrownBy(() -> transfers.withoutKey(1))
          .isInstanceOf(InvalidKeyException.class)
          .hasMessageContaining("@IdempotencyKey")
          .hasMessageContaining("Idempotency-Key");
    }

    @Test
    void thatIsOptionalAndMissingLeavesTheCallUnguarded() {
      assertThat(transfers.unlessWithoutKey(null)).isEqualTo("run 1");
      assertThat(transfers.unlessWithoutKey(null)).isEqualTo("run 2");
    }
  }

  @Nested
  class AnException {

    @Test
    void thatIsCheckedCommitsAndIsReplayedAsItsOwnClassWhereListed() {
      for (int i = 0; i < 2; i++) {
        assertThatExceptionOfType(DeclinedException.class)
            .isThrownBy(() -> transfers.declined("k"))
            .withMessage("no funds");
      }
      assertThat(transfers.runs()).isEqualTo(1);
      assertThat(database.rows()).containsExactly("declined attempt");
    }

    @Test
    void thatIsNotListedIsReplayedByItsNameMessageAndStatus() {
      assertThatThrownBy(() -> transfers.unlisted("k")).isInstanceOf(UnlistedException.class);
      assertThatExceptionOfType(ReplayedFailureException.class)
          .isThrownBy(() -> transfers.unlisted("k"))
          .satisfies(
              e -> {
                assertThat(e.failureType()).isEqualTo(UnlistedException.class.getName());
                assertThat(e.failureMessage()).contains("no such account");
                assertThat(e.status()).isEmpty();
              });
      assertThat(transfers.runs()).isEqualTo(1);
    }

    @Test
    void namedByRollbackOnLeavesNoRowButIsStillTheOutcome() {
      assertThatThrownBy(() -> transfers.unlisted("k")).isInstanceOf(UnlistedException.class);
      assertThat(database.rows()).isEmpty();
      assertThat(database.find("transfers.unlisted", "", "k").orElseThrow().isFinal()).isTrue();
    }

    @Test
    void ofAnApplicationIsTheOutcomeAlthoughUnchecked() {
      assertThatThrownBy(() -> transfers.refused("k")).isInstanceOf(RefusedException.class);
      assertThatThrownBy(() -> transfers.refused("k")).isInstanceOf(ReplayedFailureException.class);
      assertThat(transfers.runs()).isEqualTo(1);
      assertThat(database.rows()).isEmpty();
    }

    @Test
    void thatIsUncheckedRollsBackAndGivesTheKeyBack() {
      assertThatThrownBy(() -> transfers.broken("k")).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> transfers.broken("k")).isInstanceOf(IllegalStateException.class);
      assertThat(transfers.runs()).isEqualTo(2);
      assertThat(database.rows()).isEmpty();
    }

    @Test
    void withAStatusIsJudgedByIt() {
      assertThatThrownBy(() -> transfers.teapot("k")).isInstanceOf(WebApplicationException.class);
      assertThatExceptionOfType(ReplayedFailureException.class)
          .isThrownBy(() -> transfers.teapot("k"))
          .satisfies(e -> assertThat(e.status()).hasValue(418));
      assertThat(transfers.runs()).isEqualTo(1);
    }

    @Test
    void namedByNewKeyOnSpendsTheKey() {
      assertThatThrownBy(() -> transfers.overQuota("k")).isInstanceOf(QuotaException.class);
      assertThatThrownBy(() -> transfers.overQuota("k")).isInstanceOf(KeySpentException.class);
    }
  }

  @Test
  void inACallersTransactionTheOutcomeCommitsWithIt() {
    String first = database.inCallersTransaction(() -> transfers.create("k", 5, ""));
    assertThat(transfers.create("k", 5, "")).isEqualTo(first);
    assertThat(database.rows()).containsExactly("transfer of 5");
  }
}
