// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.IdempotentCall;
import dev.idempotency.Protocol;
import dev.idempotency.protocol.OutgoingKey;
import dev.idempotency.protocol.OutgoingRequest;
import dev.idempotency.protocol.OutgoingRequests;
import dev.idempotency.protocol.RunningCall;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which key a request has that a guarded method sends (design §8). */
class OutgoingRequestsTest {

  private static final String CHARGES = "https://bank.example/charges";

  /** What a guarded method does. */
  @FunctionalInterface
  interface Script {
    void run(Service service) throws Exception;
  }

  @ApplicationScoped
  static class Service {

    @Inject IdempotentCall call;
    @Inject Service self;

    IdempotentCall call() {
      return call;
    }

    Service throughTheContainer() {
      return self;
    }

    @Idempotent(operation = "service.once")
    public void once(@IdempotencyKey String key) throws Exception {
      script.run(this);
    }

    @Idempotent(operation = "service.inner")
    public void inner(@IdempotencyKey String key) {
      post(CHARGES);
    }

    @Idempotent(operation = "service.single", protocol = Protocol.SINGLE_TRANSACTION)
    public void single(@IdempotencyKey String key) throws Exception {
      script.run(this);
    }

    @Idempotent(operation = "service.steps", protocol = Protocol.PHASES)
    public void steps(@IdempotencyKey String key) throws Exception {
      script.run(this);
    }
  }

  private static Script script;
  private static final List<String> sent = new ArrayList<>();

  private final TestContainer container = TestContainer.of(Service.class);
  private final Service service = container.get(Service.class);
  private final LogCapture log = LogCapture.start();

  @AfterEach
  void close() {
    sent.clear();
    log.close();
    container.close();
  }

  private static OutgoingRequest begin(OutgoingKey kind, String method, String uri) {
    OutgoingRequest request = OutgoingRequests.begin(kind, method, URI.create(uri)).orElse(null);
    sent.add(request == null ? "none" : request.key());
    return request;
  }

  private static void post(String uri) {
    OutgoingRequest request = begin(OutgoingKey.CHILD, "POST", uri);
    if (request != null) {
      request.answered(201);
    }
  }

  private static void fail() {
    throw new IllegalStateException("attempt fails");
  }

  private void failThenPass(Script first, Script second) throws Exception {
    script =
        s -> {
          first.run(s);
          fail();
        };
    assertThatThrownBy(() -> service.once("k")).isInstanceOf(IllegalStateException.class);
    script = second;
    service.once("k");
  }

  @Nested
  class WithoutSteps {

    @Test
    void aRetrySendsTheSameKeysOf40Digits() throws Exception {
      Script both =
          s -> {
            post(CHARGES);
            post(CHARGES + "/refunds");
          };
      failThenPass(both, both);
      assertThat(sent.subList(0, 2)).isEqualTo(sent.subList(2, 4)).doesNotHaveDuplicates();
      assertThat(sent).allMatch(key -> key.matches("[0-9a-f]{40}"));
    }

    @Test
    void equalRequestsKeepTheirOwnKeysAndABranchTakenOnlyOnRetryChangesNone() throws Exception {
      failThenPass(
          s -> {
            post(CHARGES);
            post(CHARGES);
          },
          s -> {
            post("https://bank.example/checks");
            post(CHARGES);
            post(CHARGES);
          });
      assertThat(sent.subList(0, 2)).isEqualTo(sent.subList(3, 5)).doesNotHaveDuplicates();
    }

    @Test
    void methodAndQueryCountButUserFragmentAndTheCaseOfTheHostDoNot() throws Exception {
      Script one =
          s -> {
            begin(OutgoingKey.CHILD, "POST", "HTTPS://me:secret@Bank.example/charges?a=1#x");
            begin(OutgoingKey.CHILD, "PUT", "https://bank.example/charges?a=1");
            begin(OutgoingKey.CHILD, "POST", "https://bank.example/charges?a=2");
            begin(OutgoingKey.CHILD, "POST", "https://bank_1.example:8443/charges");
          };
      Script other =
          s -> {
            begin(OutgoingKey.CHILD, "POST", "https://bank.example/charges?a=1");
            begin(OutgoingKey.CHILD, "PUT", "https://you@bank.example/charges?a=1");
            begin(OutgoingKey.CHILD, "POST", "https://bank.example/charges?a=2");
            begin(OutgoingKey.CHILD, "POST", "https://BANK_1.example:8443/charges");
          };
      failThenPass(one, other);
      assertThat(sent.subList(0, 4)).isEqualTo(sent.subList(4, 8)).doesNotHaveDuplicates();
    }

    @Test
    void anotherKeyAndTheInnerCallHaveTheirOwn() throws Exception {
      script = s -> post(CHARGES);
      service.once("a");
      service.once("b");
      script =
          s -> {
            s.throughTheContainer().inner("inner");
            post(CHARGES);
          };
      service.once("c");
      assertThat(sent).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void noKeyIsAChildKeyOfTheSameCall() throws Exception {
      script =
          s -> {
            post(CHARGES);
            assertThat(s.call().childKey("POST " + CHARGES)).isNotEqualTo(sent.get(0));
          };
      service.once("k");
    }

    @Test
    void theCallersKeyGoesOutAsItIs() throws Exception {
      script = s -> begin(OutgoingKey.CALLER, "POST", CHARGES);
      service.once("order 7");
      assertThat(sent).containsExactly("order 7");
    }

    @Test
    void aRequestThatIsRepeatedBeforeItsAnswerIsWarnedOf() throws Exception {
      script =
          s -> {
            begin(OutgoingKey.CHILD, "POST", CHARGES);
            begin(OutgoingKey.CHILD, "POST", CHARGES).answered(503);
            post(CHARGES);
            post(CHARGES);
          };
      service.once("k");
      assertThat(sent).doesNotHaveDuplicates();
      assertThat(log.warnings())
          .hasSize(2)
          .allMatch(warning -> warning.contains("POST to bank.example) again"));
    }
  }

  @Nested
  class WithSteps {

    private void step(Service s, String name, Runnable action) {
      s.call()
          .external(
              name,
              Boolean.class,
              () -> {
                action.run();
                return true;
              });
    }

    @Test
    void aSkippedStepChangesNoKeyAndEqualRequestsOfTwoStepsDiffer() throws Exception {
      script =
          s -> {
            step(s, "one", () -> post(CHARGES));
            step(
                s,
                "two",
                () -> {
                  post(CHARGES);
                  if (s.call().attempt() == 1) {
                    fail();
                  }
                });
          };
      assertThatThrownBy(() -> service.steps("k")).isInstanceOf(IllegalStateException.class);
      service.steps("k");
      assertThat(sent).hasSize(3);
      assertThat(sent.get(0)).isNotEqualTo(sent.get(1));
      assertThat(sent.get(2)).isEqualTo(sent.get(1));
    }

    @Test
    void betweenStepsARequestHasNoneAndIsWarnedOfOnce() throws Exception {
      script =
          s -> {
            post(CHARGES);
            step(s, "one", () -> post(CHARGES));
            post(CHARGES);
            begin(OutgoingKey.CALLER, "POST", CHARGES);
          };
      service.steps("k");
      assertThat(sent.get(0)).isEqualTo("none");
      assertThat(sent.get(1)).isNotEqualTo("none");
      assertThat(sent.subList(2, 4)).containsExactly("none", "none");
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("service.steps", "POST to bank.example", "outside of its steps")
          .doesNotContain("charges");
    }

    @Test
    void withinAPhaseItHasOneToo() throws Exception {
      script = s -> s.call().phase("one", () -> post(CHARGES));
      service.steps("k");
      assertThat(sent).doesNotContain("none");
    }
  }

  @Test
  void p42UnderASingleTransactionItIsRefused() {
    script = s -> post(CHARGES);
    assertThatThrownBy(() -> service.single("k"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("service.single")
        .hasMessageContaining("POST to bank.example");
    script = s -> begin(OutgoingKey.CALLER, "POST", CHARGES);
    assertThatThrownBy(() -> service.single("l")).isInstanceOf(IllegalStateException.class);
    assertThat(sent).isEmpty();
  }

  @Test
  void outsideOfAGuardedCallItHasNoneAndNobodyIsWarned() {
    post(CHARGES);
    begin(OutgoingKey.CALLER, "POST", CHARGES);
    assertThat(sent).containsExactly("none", "none");
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void onAThreadThatWorksForACallItHasNoneAndIsWarnedOf() throws Exception {
    script =
        s ->
            CompletableFuture.runAsync(
                    () -> {
                      RunningCall.worksFor("service.once");
                      try {
                        post(CHARGES);
                      } finally {
                        RunningCall.worksFor(null);
                      }
                      post(CHARGES);
                    })
                .join();
    service.once("k");
    assertThat(sent).containsExactly("none", "none");
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains("service.once", "another thread");
  }
}
