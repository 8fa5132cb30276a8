// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.payments.gateway.GatewayException.Failure;
import dev.idempotency.payments.gateway.StagedGateway.Received;
import dev.idempotency.payments.payload.PaymentRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class HttpGatewayTest {

  private static final Duration AMPLE = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);

  private static final PaymentRequest PAYMENT =
      new PaymentRequest("Fulano Rico", "123456", 10_000, "001", "1234", "56789-0");

  private StagedGateway remote;

  @BeforeEach
  void start() throws IOException {
    remote = new StagedGateway();
  }

  @AfterEach
  void stop() {
    remote.close();
  }

  @Test
  void chargesUnderTheKeyAndReturnsTheChargesId() {
    remote.answers(201, "{\"charge_id\":\"ch-1\",\"more\":true}");

    assertThat(gateway(AMPLE).charge("key-1", PAYMENT)).contains("ch-1");
    assertThat(remote.calls)
        .containsExactly(
            new Received(
                "POST",
                "/charges",
                "key-1",
                "application/json",
                "{\"amount_in_cents\":10000,\"bank_code\":\"001\",\"branch_number\":\"1234\","
                    + "\"account_number\":\"56789-0\"}"));
  }

  @Test
  void takesABaseAddressWithASlashAtItsEnd() {
    remote.answers(201, "{\"charge_id\":\"ch-1\"}");

    new HttpGateway(URI.create(remote.url() + "/"), AMPLE).charge("key-1", PAYMENT);
    assertThat(remote.calls).extracting(Received::path).containsExactly("/charges");
  }

  @Test
  void returnsNothingWhereTheGatewayDeclines() {
    remote.answers(402, "{\"reason\":\"no funds\"}");

    assertThat(gateway(AMPLE).charge("key-1", PAYMENT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 409, 429, 500, 503, 599})
  void callsAnOverloadedGatewayUnavailable(int status) {
    remote.answers(status, "");

    assertThat(failureOf(gateway(AMPLE)).failure()).isEqualTo(Failure.UNAVAILABLE);
  }

  @ParameterizedTest
  @ValueSource(ints = {202, 204, 302, 400, 401, 404})
  void callsAStatusOutsideTheContractUnintelligible(int status) {
    remote.answers(status, "");

    assertThat(failureOf(gateway(AMPLE)).failure()).isEqualTo(Failure.UNINTELLIGIBLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ch-1",
        "[]",
        "{}",
        "{\"charge_id\":1}",
        "{\"charge_id\":null}",
        "{\"charge_id\":\" \"}"
      })
  void callsASuccessWithoutAnIdUnintelligible(String body) {
    remote.answers(201, body);

    GatewayException failure = failureOf(gateway(AMPLE));
    assertThat(failure.failure()).isEqualTo(Failure.UNINTELLIGIBLE);
  }

  @Test
  void tellsAReusedKeyFromEverythingElse() {
    remote.answers(422, "");

    assertThat(failureOf(gateway(AMPLE)).failure()).isEqualTo(Failure.KEY_REUSED);
  }

  @Test
  void givesUpOnAGatewayThatStaysSilent() {
    remote.staysSilent();

    GatewayException failure = failureOf(gateway(SHORT));
    assertThat(failure.failure()).isEqualTo(Failure.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("did not answer within PT0.2S");
  }

  @Test
  void givesUpOnAGatewayThatStallsInTheMiddleOfItsAnswer() {
    remote.stallsAfterTheHeaders();

    assertThat(failureOf(gateway(SHORT)).failure()).isEqualTo(Failure.UNAVAILABLE);
  }

  @Test
  void callsAGatewayThatIsDownUnavailableAndKeepsTheCause() throws IOException {
    int unused;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      unused = socket.getLocalPort();
    }
    GatewayException failure =
        failureOf(new HttpGateway(URI.create("http://localhost:" + unused), AMPLE));

    assertThat(failure.failure()).isEqualTo(Failure.UNAVAILABLE);
    assertThat(failure).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void endsEarlyWhenItsThreadIsInterruptedAndLeavesItInterrupted() throws Exception {
    remote.staysSilent();
    CompletableFuture<Boolean> interruptedAfterwards = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              failureOf(gateway(AMPLE));
              interruptedAfterwards.complete(Thread.currentThread().isInterrupted());
            });
    caller.start();
    assertThat(remote.arrived.await(10, TimeUnit.SECONDS)).isTrue();
    caller.interrupt();

    assertThat(interruptedAfterwards.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void namesNothingOfThePaymentInItsMessages() {
    remote.answers(500, "Fulano Rico 56789-0");

    assertThat(failureOf(gateway(AMPLE)).getMessage())
        .isEqualTo("The gateway at " + remote.url() + "/charges answered 500.");
  }

  private HttpGateway gateway(Duration timeout) {
    return new HttpGateway(remote.url(), timeout);
  }

  private static GatewayException failureOf(HttpGateway gateway) {
    return catchThrowableOfType(GatewayException.class, () -> gateway.charge("key-1", PAYMENT));
  }
}
