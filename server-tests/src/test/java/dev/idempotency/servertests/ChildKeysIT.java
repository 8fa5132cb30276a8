// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.childkeys.Receiver;
import dev.idempotency.servertests.childkeys.Sender;
import dev.idempotency.servertests.childkeys.SendingBean;
import dev.idempotency.servertests.childkeys.SendingEjb;
import dev.idempotency.servertests.childkeys.SendingLateBean;
import dev.idempotency.servertests.childkeys.SendingPhasedBean;
import dev.idempotency.servertests.childkeys.SendingPhasedEjb;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The keys of the requests that guarded methods send (design §8), inside the server. */
@ExtendWith(ArquillianExtension.class)
class ChildKeysIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Inject private SendingBean bean;
  @Inject private SendingEjb ejb;
  @Inject private SendingPhasedBean phasedBean;
  @Inject private SendingPhasedEjb phasedEjb;
  @Inject private SendingLateBean late;

  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  @ArquillianResource private URL deployment;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("child-keys")
        .addPackage("dev.idempotency.servertests.childkeys")
        .addClasses(ChildKeysIT.class, Kind.class, Http.class);
  }

  /** A guarded method, and how it is called with a key that is its label too. */
  record Kind(String name, boolean takesSteps, Call call) {}

  @FunctionalInterface
  interface Call {
    void with(String key) throws Exception;
  }

  @FunctionalInterface
  interface Scenario {
    void run(Kind kind, String key) throws Exception;
  }

  @BeforeEach
  void sayWhereTheReceiverIs() {
    Sender.receiverAt(URI.create(deployment + "api"));
  }

  private void onEveryKind(Scenario scenario) throws Exception {
    List<Kind> kinds =
        List.of(
            new Kind("CDI", false, key -> bean.work(key, key)),
            new Kind("EJB", false, key -> ejb.work(key, key)),
            new Kind("EJB resource", false, key -> post("sending", key)),
            new Kind("CDI, steps", true, key -> phasedBean.work(key, key)),
            new Kind("EJB, steps", true, key -> phasedEjb.work(key, key)),
            new Kind("CDI resource, steps", true, key -> post("sending-phased", key)));
    for (Kind kind : kinds) {
      try {
        scenario.run(kind, newKey());
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kind.name() + ": " + e.getMessage(), e);
      }
    }
  }

  private static String newKey() {
    return "k-" + UUID.randomUUID();
  }

  private void post(String resource, String key) throws Exception {
    HttpResponse<String> answer = new Http(deployment).post(resource, key, key, Behaviour.RETURN);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("answered " + answer.statusCode() + " " + answer.body());
    }
  }

  private static void failIn(Sender sender, long attempt) {
    if (sender.attempt() == attempt) {
      throw new IllegalStateException("attempt " + attempt + " fails");
    }
  }

  /** Runs a call whose first attempt fails, and then the second. */
  private static void failThenPass(Kind kind, String key, Sender.Script script) throws Exception {
    Sender.script(key, script);
    assertThatThrownBy(() -> kind.call().with(key)).isInstanceOf(Exception.class);
    kind.call().with(key);
  }

  @Test
  void aRetrySendsTheSameKeysWithBothKindsOfClients() throws Exception {
    onEveryKind(
        (kind, key) -> {
          failThenPass(
              kind,
              key,
              sender ->
                  sender.step(
                      "one",
                      () -> {
                        sender.post("charge");
                        sender.postByClient("notify");
                        failIn(sender, 1);
                      }));
          List<String> charges = Receiver.keys(key, "charge");
          List<String> notes = Receiver.keys(key, "notify");
          assertThat(charges).hasSize(2).containsOnly(charges.get(0));
          assertThat(notes).hasSize(2).containsOnly(notes.get(0));
          assertThat(charges.get(0)).matches("[0-9a-f]{40}").isNotEqualTo(notes.get(0));
        });
  }

  @Test
  void equalRefundsInOneStepKeepTheirOwnKeys() throws Exception {
    onEveryKind(
        (kind, key) -> {
          failThenPass(
              kind,
              key,
              sender ->
                  sender.step(
                      "refunds",
                      () -> {
                        sender.post("refund");
                        sender.postByClient("refund");
                        failIn(sender, 1);
                        sender.post("refund");
                      }));
          List<String> keys = Receiver.keys(key, "refund");
          assertThat(keys).hasSize(5);
          assertThat(keys.subList(2, 4)).isEqualTo(keys.subList(0, 2));
          assertThat(keys.subList(2, 5)).doesNotHaveDuplicates();
        });
  }

  @Test
  void aBranchTakenOnlyOnRetryAndASkippedStepChangeNoOtherKey() throws Exception {
    onEveryKind(
        (kind, key) -> {
          failThenPass(
              kind,
              key,
              sender -> {
                sender.step("first", () -> sender.post("first"));
                sender.step(
                    "second",
                    () -> {
                      if (sender.attempt() == 2) {
                        sender.post("only-on-retry");
                      }
                      sender.post("second");
                      failIn(sender, 1);
                    });
              });
          List<String> second = Receiver.keys(key, "second");
          assertThat(second).hasSize(2).containsOnly(second.get(0));
          assertThat(Receiver.keys(key, "first")).hasSize(kind.takesSteps() ? 1 : 2);
          assertThat(Receiver.keys(key, "only-on-retry")).hasSize(1);
        });
  }

  @Test
  void equalRequestsOfTwoStepsHaveTheirOwnKeys() throws Exception {
    String key = newKey();
    Sender.script(
        key,
        sender -> {
          sender.step("one", () -> sender.post("refund"));
          sender.step("two", () -> sender.post("refund"));
        });
    phasedBean.work(key, key);
    assertThat(Receiver.keys(key, "refund")).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void everyUnsafeMethodCarriesAKeyAndNoSafeOneDoes() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Sender.script(
              key,
              sender ->
                  sender.step(
                      "one",
                      () -> {
                        for (String method : List.of("GET", "POST", "PUT", "DELETE")) {
                          sender.send(method, "thing");
                        }
                        sender.client().get(key, "thing");
                      }));
          kind.call().with(key);
          List<Receiver.Received> received = Receiver.received(key);
          assertThat(received)
              .filteredOn(request -> request.keys().isEmpty())
              .extracting(Receiver.Received::method)
              .containsExactly("GET", "GET");
          assertThat(received)
              .filteredOn(request -> !request.keys().isEmpty())
              .extracting(Receiver.Received::key)
              .hasSize(3)
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void anExplicitHeaderWins() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Sender.script(
              key,
              sender ->
                  sender.step(
                      "one",
                      () -> {
                        sender.postUnder("mine-1", "explicit");
                        sender.client().postUnder("mine-2", key, "explicit", "x");
                      }));
          kind.call().with(key);
          assertThat(Receiver.keys(key, "explicit")).containsExactly("mine-1", "mine-2");
        });
  }

  @Test
  void theCallersKeyIsPassedOnUnchangedWhereAClientSaysSo() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Sender.script(
              key, sender -> sender.step("one", () -> sender.postCallersKey("passed-on")));
          kind.call().with(key);
          assertThat(Receiver.keys(key, "passed-on")).containsExactly(key);
        });
  }

  @Test
  void outsideOfAGuardedCallRequestsAreLeftAlone() {
    String label = newKey();
    Sender.script(
        label,
        sender -> {
          sender.post("outside");
          sender.postByClient("outside");
          sender.postCallersKey("outside");
        });
    new Sender().unguarded(label);
    assertThat(Receiver.received(label)).hasSize(3).allMatch(request -> request.keys().isEmpty());
  }

  @Test
  void betweenStepsRequestsCarryNoKey() throws Exception {
    String key = newKey();
    Sender.script(
        key,
        sender -> {
          sender.post("between");
          sender.postByClient("between");
          sender.postCallersKey("between");
          sender.step("one", () -> sender.post("within"));
        });
    phasedEjb.work(key, key);
    assertThat(Receiver.received(key))
        .filteredOn(request -> request.what().equals("between"))
        .hasSize(3)
        .allMatch(request -> request.keys().isEmpty());
    assertThat(Receiver.keys(key, "within")).hasSize(1);
  }

  @Test
  void p42UnderASingleTransactionNoUnsafeRequestIsSentWithoutAHeader() throws Exception {
    for (Sender.Script script :
        List.<Sender.Script>of(
            sender -> sender.post("refused"),
            sender -> sender.postByClient("refused"),
            sender -> sender.postCallersKey("refused"))) {
      String key = newKey();
      Sender.script(key, script);
      assertThatThrownBy(() -> bean.single(key, key))
          .hasStackTraceContaining("under SINGLE_TRANSACTION");
      assertThat(Receiver.received(key)).isEmpty();
    }
    String key = newKey();
    Sender.script(
        key,
        sender -> {
          sender.send("GET", "safe");
          sender.postUnder("mine", "explicit");
        });
    bean.single(key, key);
    assertThat(Receiver.received(key)).hasSize(2);
    assertThat(Receiver.keys(key, "explicit")).containsExactly("mine");
  }

  @Test
  void onAnotherThreadRequestsCarryNoKey() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Sender.script(
              key,
              sender ->
                  sender.step(
                      "one",
                      () -> {
                        inExecutor(() -> sender.client().post(key, "elsewhere", "x"));
                        sender
                            .client()
                            .postLater(key, "elsewhere", "x")
                            .toCompletableFuture()
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                      }));
          kind.call().with(key);
          assertThat(Receiver.received(key))
              .hasSize(2)
              .allMatch(request -> request.keys().isEmpty());
        });
  }

  private <T> T inExecutor(Callable<T> work) throws Exception {
    return executor.submit(work).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void aTakeoverSendsTheKeysOfTheOwnerThatItReplaced() {
    takenOver(key -> late.work(key, key));
  }

  @Test
  void aTakeoverOfStepsSendsTheKeysOfTheOwnerThatItReplaced() {
    takenOver(key -> late.phased(key, key));
  }

  private void takenOver(Call call) {
    String key = newKey();
    Sender.script(
        key,
        sender ->
            sender.step(
                "one",
                () -> {
                  sender.post("charge");
                  sender.postByClient("charge");
                  if (sender.attempt() == 1) {
                    inExecutor(() -> successor(call, key));
                  }
                }));
    try {
      call.with(key);
    } catch (Exception e) {
      assertThat(e).as("what a late owner is told").hasMessageContaining("lease");
    }
    List<String> keys = Receiver.keys(key, "charge");
    assertThat(keys).hasSize(4);
    assertThat(keys.subList(2, 4)).isEqualTo(keys.subList(0, 2));
    assertThat(keys.get(0)).isNotEqualTo(keys.get(1));
  }

  /** A call that is repeated until the lease of the first is dead. */
  private static boolean successor(Call call, String key) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(KeyInProgressException.class)
        .untilAsserted(() -> call.with(key));
    return true;
  }
}
