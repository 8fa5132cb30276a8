// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.gateway.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Keys that are stuck, and the person who frees them (P39, P44). */
interface OperatorProof extends Proof {

  String RECORDS = "/api/idempotency/records";
  Duration OPERATORS_PATIENCE = Duration.ofSeconds(60);

  @Test
  default void an_operator_sees_why_a_key_is_stuck_and_frees_it() {
    Payment payment = Payment.fresh();
    stand().gateway().behave(Behaviour.holding().times(1));
    var hanging = Client.ALICE.postLater(node(1), payment);
    await().atMost(OPERATORS_PATIENCE).until(() -> gatewayCalls().size() == 1);

    Reply seen = find(payment);
    assertThat(seen.status()).as("%s", seen).isEqualTo(200);
    assertThat(seen.member("/status")).isEqualTo("IN_PROGRESS");
    assertThat(seen.member("/attempt")).isEqualTo("1");
    assertThat(seen.member("/recovery_point")).isEqualTo("recorded");
    assertThat(seen.member("/steps/1/name")).isEqualTo("charged");
    assertThat(seen.member("/steps/1/state")).isEqualTo("BEGUN");
    assertThat(seen.body()).doesNotContain(payment.key(), payment.account(), "Fulano");
    UUID id = UUID.fromString(seen.member("/id"));

    String release = "{\"attempt\":1,\"reason\":\"it hangs\",\"force\":true}";
    Reply released = act(id, "release", release);
    assertThat(released.status()).as("%s", released).isEqualTo(200);
    assertThat(released.member("/situation")).isEqualTo("GIVEN_BACK");
    assertThat(released.member("/attempt")).isEqualTo("2");
    assertThat(released.member("/actions/0/who")).isEqualTo("ops");
    assertThat(released.member("/actions/0/reason")).isEqualTo("it hangs");

    Reply successor = Client.ALICE.post(node(2), payment);
    assertThat(successor.isFirstCreation()).as("%s", successor).isTrue();
    stand().gateway().behave(Behaviour.NORMAL);
    Reply late = hanging.orTimeout(OPERATORS_PATIENCE.toSeconds(), SECONDS).join();
    assertThat(late.isFirstCreation()).as("%s", late).isFalse();
    assertThat(charges(payment)).hasSize(1);
    assertThat(books().transfers(payment)).isEqualTo(1);

    assertRefused(act(id, "release", release), 409, "attempt-changed");
    assertRefused(act(id, "release", release.replace(":1", ":3")), 409, "succeeded");
    assertRefused(act(UUID.randomUUID(), "release", release), 404, "no-record");
  }

  @Test
  default void a_live_owner_is_released_by_force_only() {
    Payment payment = Payment.fresh();
    stand().gateway().behave(Behaviour.holding());
    var slow = Client.ALICE.postLater(node(1), payment);
    await().atMost(OPERATORS_PATIENCE).until(() -> gatewayCalls().size() == 1);
    UUID id = UUID.fromString(find(payment).member("/id"));
    Reply refused = act(id, "release", "{\"attempt\":1,\"reason\":\"too slow for me\"}");
    // On a machine that stood still for a lease it is released, and the owner gives way.
    if (refused.status() == 409) {
      assertRefused(refused, 409, "lease-alive");
      assertThat(refused.body()).contains("force");
    }
    stand().gateway().behave(Behaviour.NORMAL);
    Reply answer = slow.orTimeout(OPERATORS_PATIENCE.toSeconds(), SECONDS).join();
    assertThat(answer.isFirstCreation()).as("%s", answer).isEqualTo(refused.status() == 409);
    assertThat(Client.ALICE.post(node(2), payment).status()).isEqualTo(201);
    assertThat(charges(payment)).hasSize(1);
  }

  @Test
  default void an_operator_resolves_what_nobody_else_can_know() {
    Payment payment = Payment.fresh();
    stand().gateway().behave(Behaviour.droppingAfterCharge().times(1));
    Reply lost = Client.ALICE.post(node(1), payment);
    assertThat(lost.status()).as("%s", lost).isEqualTo(503);
    UUID id = UUID.fromString(find(payment).member("/id"));
    // The gateway forgets keys after a day.
    books().ageSteps(id, Duration.ofHours(25));
    Reply unknown = Client.ALICE.post(node(2), payment);
    assertRefused(unknown, 409, "outcome-unknown");

    Reply stuck =
        Client.OPS.get(
            node(1), RECORDS + "?operation=transfers.create&status=FAILED&stuck=true&since=PT1H");
    assertThat(stuck.status()).as("%s", stuck).isEqualTo(200);
    assertThat(stuck.member("/records/0/id")).isEqualTo(id.toString());
    assertThat(stuck.member("/records/0/situation")).isEqualTo("UNKNOWN");
    assertThat(stuck.body()).doesNotContain(payment.key(), payment.account());

    String charge = charges(payment).get(0).chargeId();
    Reply resolved =
        act(
            id,
            "resolve",
            "{\"attempt\":%s,\"reason\":\"found it\",\"step\":\"charged\",\"result\":{\"chargeId\":\"%s\"}}"
                .formatted(stuck.member("/records/0/attempt"), charge));
    assertThat(resolved.status()).as("%s", resolved).isEqualTo(200);
    assertThat(resolved.member("/situation")).isEqualTo("GIVEN_BACK");
    assertThat(resolved.body()).doesNotContain(charge);

    Reply created = Client.ALICE.post(node(2), payment);
    assertThat(created.isFirstCreation()).as("%s", created).isTrue();
    assertThat(created.member("/charge_id")).isEqualTo(charge);
    assertThat(charges(payment)).hasSize(1);
    assertThat(books().actions(id)).containsExactly("ops STEP_DONE charged found it");
  }

  @Test
  default void records_are_for_operators_only_and_bad_requests_say_what_is_wrong() {
    for (Client client : List.of(Client.NOBODY, Client.ALICE)) {
      int status = client == Client.NOBODY ? 401 : 403;
      String action = RECORDS + "/" + UUID.randomUUID() + "/release";
      for (Reply refused :
          List.of(
              client.get(node(1), RECORDS),
              client.post(node(1), RECORDS + "/find", "{}"),
              client.post(node(1), action, "{}"))) {
        assertThat(refused.status()).as("%s", refused).isEqualTo(status);
        assertThat(refused.isProblem()).as("%s", refused).isTrue();
      }
    }
    assertNamed(Client.OPS.get(node(1), RECORDS + "?status=DONE"), "status");
    assertNamed(Client.OPS.get(node(1), RECORDS + "?since=yesterday"), "since");
    assertNamed(Client.OPS.get(node(1), RECORDS + "?limit=0"), "limit");
    assertNamed(Client.OPS.post(node(1), RECORDS + "/find", "{\"key\":\"k\"}"), "operation");
    assertNamed(act(UUID.randomUUID(), "release", "{\"attempt\":1}"), "reason");
    assertNamed(act(UUID.randomUUID(), "resolve", "{\"attempt\":1,\"reason\":\"x\"}"), "step");
    assertRefused(act(UUID.randomUUID(), "release", "{"), 400, "malformed-json");
    assertRefused(find(Payment.fresh()), 404, "no-record");
  }

  private Reply find(Payment payment) {
    String body =
        "{\"operation\":\"transfers.create\",\"scope\":\"alice\",\"key\":\"%s\"}"
            .formatted(payment.key());
    return Client.OPS.post(node(2), RECORDS + "/find", body);
  }

  private Reply act(UUID record, String action, String body) {
    return Client.OPS.post(node(2), RECORDS + "/" + record + "/" + action, body);
  }

  private static void assertRefused(Reply refused, int status, String cause) {
    assertThat(refused.status()).as("%s", refused).isEqualTo(status);
    assertThat(refused.isProblem()).as("%s", refused).isTrue();
    assertThat(refused.member("/type")).endsWith(":" + cause);
  }

  private static void assertNamed(Reply refused, String field) {
    assertRefused(refused, 400, "invalid-request");
    assertThat(refused.member("/errors/0/field")).isEqualTo(field);
  }
}
