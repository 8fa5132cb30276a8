// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;

/** What stands around a guarded method: the application's own parts, and the container's. */
final class AroundCases {

  private AroundCases() {}

  static void addTo(Table table) {
    innerCalls(table);
    validation(table);
    filters(table);
    unguarded(table);
    locations(table);
    container(table);
    breakingOff(table);
  }

  private static void innerCalls(Table table) {
    table.proves("4.7", "inner calls");
    table.add(
        "an inner call takes its key from the header of its own operation",
        scene -> {
          String innerKey = "inner-" + scene.key();
          Exchange request = scene.post("around/inner").and("X-Inner-Key", innerKey);
          Reply first = request.send().is(201).first();
          request.send().replays(first);
          request.key("second-" + scene.key()).send().is(201).first();
          scene.ran(2, 2);
          assertThat(scene.rows().work(scene.label() + "-inner")).isOne();
          assertThat(scene.record("value-cdi.reserve", Scene.ALICE, innerKey))
              .isEqualTo("SUCCEEDED VALUE");
        });
    table.add(
        "an inner call without its own header is refused, and the outer one's work with it",
        scene -> {
          scene.post("around/inner").send().problem(400, "key-missing");
          scene.ranNever();
        });
  }

  private static void validation(Table table) {
    table.proves("7.2", "which endings are stored");
    table.add(
        "what validation refuses is no outcome, and the key stays free",
        scene -> {
          int before = scene.rows().allRecords();
          Exchange request = scene.post("around/validated");
          request.send().is(400).first();
          request.and("Amount", " ").send().is(400).first();
          scene.ranNever();
          scene.noneRecordedSince(before);
          Exchange valid = request.and("Amount", "5");
          Reply first = valid.send().is(201).first();
          valid.send().replays(first);
          scene.ranOnce();
        });
  }

  private static void filters(Table table) {
    table.proves("6.12", "application's filters");
    table.onEveryKind(
        "a response filter of the application sees the answer, first and replayed",
        (scene, kind) -> {
          Exchange request = scene.post(kind).and("Watch", "yes");
          request.send().is(201).has("Seen", "201 first");
          request.send().is(201).has("Seen", "201 replayed");
          request.json("{}").send().problem(422, "key-mismatch").has("Seen", "422 first");
        });
  }

  private static void unguarded(Table table) {
    table.proves("failed commit of an unguarded method");
    table.add(
        "a method that is not guarded fails at commit as without the library",
        scene -> {
          Reply failed = scene.post("around/unguarded").want(Want.FAIL_AT_COMMIT).send().first();
          failed.is(500).holdsNot("urn:idempotency");
          scene.ran(1, 0);
        });
  }

  private static void locations(Table table) {
    table.proves("6.2", "`Location`");
    table.add(
        "a Location that the server completes is of the first request's host, through every host",
        scene -> {
          String target = scene.target("cdi").replace("/api/", "/worded/");
          Exchange request = scene.post("cdi").to("POST", target).want(Want.BUILT_LOCATION);
          Reply first = request.with("Host", "first.example").send().is(201).first();
          assertThat(first.lines("Location").get(0))
              .startsWith("http://first.example")
              .endsWith("/things/" + scene.label());
          request.with("Host", "second.example").send().replays(first);
          scene.ranOnce();
        });
  }

  private static void container(Table table) {
    table.proves("6.13", "whose key");
    for (String login : new String[] {"Basic xx", "Basic", "Basic !!", "Bearer x", "nonsense"}) {
      table.addWhereServersDiffer(
          "an Authorization that is none is the container's to refuse: " + login,
          scene -> {
            Exchange request = scene.post("clients/cdi");
            request.send().is(201);
            Reply refused = request.with("Authorization", login).send().first();
            assertThat(refused.status()).isGreaterThanOrEqualTo(400);
            refused.holdsNot(scene.label());
            scene.ranOnce();
          });
    }
    table.proves("4.4", "a tab in a quoted key");
    table.addWhereServersDiffer(
        "a tab in a quoted key is refused, or is the space that the server makes of it",
        scene -> {
          Reply reply = scene.post("cdi").key("\"a\t" + scene.key() + "\"").send();
          if (reply.status() == 400) {
            reply.problem(400, "key-malformed");
            scene.ranNever();
          } else {
            scene
                .post("cdi")
                .key("\"a " + scene.key() + "\"")
                .send()
                .replays(reply.is(201).first());
            scene.ranOnce();
          }
        });
  }

  /** Whether there is anybody left to be answered is up to the server. */
  private static void breakingOff(Table table) {
    table.proves("5.17", "body", "content-malformed");
    for (String path : new String[] {"cdi", "ejb", "plain", "optional"}) {
      table.addWhereServersDiffer(
          "a body that breaks off is the client's fault, and runs nothing [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            int declared = Scene.PAYMENT.length() + 10;
            refused(scene.post(path).sendCutOff(declared));
            refused(scene.post(path).type("text/plain").sendCutOff(declared));
            refused(scene.post(path).sendFramedAs("chunked", "5\r\n{\"a"));
            scene.ranNever();
            scene.noneRecordedSince(before);
          });
    }
  }

  private static void refused(Reply reply) {
    if (reply != null) {
      reply.is(400).first();
    }
  }
}
