// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.IdempotentCall;
import dev.idempotency.protocol.InMemoryPorts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrentCallTest {

  record Seen(String childKey, UUID uuid, Instant startedAt, long attempt) {}

  @ApplicationScoped
  static class Payments {
    @Inject IdempotentCall call;
    @Inject Payments self;
    private final List<Seen> seen = new ArrayList<>();

    List<Seen> seen() {
      return seen;
    }

    private Seen look() {
      return new Seen(
          call.childKey("charge"), call.uuid("payment"), call.startedAt(), call.attempt());
    }

    @Idempotent(operation = "payments.pay")
    public void pay(@IdempotencyKey String key, int failures) {
      seen.add(look());
      if (seen.size() <= failures) {
        throw new IllegalStateException("gateway down");
      }
    }

    @Idempotent(operation = "payments.outer")
    public void outer(@IdempotencyKey String key) {
      seen.add(look());
      self.pay(key, 0);
      try {
        self.fails(key);
      } catch (IllegalStateException e) {
        seen.add(look());
      }
    }

    @Idempotent(operation = "payments.fails", replayOn = IllegalStateException.class)
    public void fails(@IdempotencyKey String key) {
      throw new IllegalStateException("in the inner call");
    }

    @Idempotent(operation = "payments.elsewhere")
    public void elsewhere(@IdempotencyKey String key) {
      CompletableFuture.runAsync(call::attempt).join();
    }

    @Idempotent(operation = "payments.name")
    public String name(@IdempotencyKey String key, String name) {
      return call.childKey(name);
    }
  }

  private final TestContainer container = TestContainer.of(Payments.class);
  private final Payments payments = container.get(Payments.class);
  private final InMemoryPorts database = container.database();
  private final IdempotentCall call = container.get(IdempotentCall.class);

  @AfterEach
  void close() {
    container.close();
  }

  @Test
  void everyAttemptOfALifeGetsTheSameAndItsOwnNumber() {
    assertThatIllegalStateException().isThrownBy(() -> payments.pay("k", 1));
    database.advance(Duration.ofSeconds(3));
    payments.pay("k", 1);
    Seen first = payments.seen().get(0);
    Seen second = payments.seen().get(1);
    assertThat(second.childKey()).isEqualTo(first.childKey()).hasSizeLessThanOrEqualTo(64);
    assertThat(second.uuid()).isEqualTo(first.uuid());
    assertThat(second.startedAt()).isEqualTo(first.startedAt());
    assertThat(first.attempt()).isEqualTo(1);
    assertThat(second.attempt()).isEqualTo(2);
  }

  @Test
  void anotherKeyAndAnotherOperationGetOthers() {
    payments.pay("k", 0);
    payments.pay("l", 0);
    payments.outer("m");
    List<Seen> seen = payments.seen().subList(0, 4);
    assertThat(seen).extracting(Seen::childKey).doesNotHaveDuplicates();
    assertThat(seen).extracting(Seen::uuid).doesNotHaveDuplicates();
  }

  @Test
  void theInnermostCallCountsAndTheOuterOneAgainAfterIt() {
    payments.outer("k");
    List<Seen> seen = payments.seen();
    assertThat(seen).hasSize(3);
    assertThat(seen.get(1)).isNotEqualTo(seen.get(0));
    assertThat(seen.get(2)).isEqualTo(seen.get(0));
  }

  @Test
  void inACallersTransactionTheStartIsReadToo() {
    database.inCallersTransaction(
        () -> {
          payments.pay("k", 0);
          return null;
        });
    assertThat(payments.seen().get(0).startedAt()).isNotNull();
  }

  @Test
  void outsideOfACallItSaysHowItIsUsed() {
    assertThatIllegalStateException()
        .isThrownBy(() -> call.childKey("charge"))
        .withMessageContaining("No guarded call runs on this thread");
    assertThatIllegalStateException().isThrownBy(() -> call.uuid("charge"));
    assertThatIllegalStateException().isThrownBy(call::startedAt);
    assertThatIllegalStateException().isThrownBy(call::attempt);
    payments.pay("k", 0);
    assertThatIllegalStateException().isThrownBy(call::attempt);
  }

  @Test
  void anotherThreadHasNoCall() {
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> payments.elsewhere("k"))
        .withCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void aNameHas1To100Characters() {
    assertThat(payments.name("k", "n".repeat(100))).isNotEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> payments.name("l", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> payments.name("m", "n".repeat(101)));
  }
}
