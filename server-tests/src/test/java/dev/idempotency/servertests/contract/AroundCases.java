// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static dev.idempotency.servertests.contract.Table.proves;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.util.List;

/** What stands around a guarded method: the application's own parts, and the container's. */
final class AroundCases {

  private AroundCases() {}

  static void addTo(Table table) {
    innerCalls(table);
    validation(table);
    filters(table);
    unguarded(table);
    hangingUp(table);
    subResources(table);
    locations(table);
    container(table);
    breakingOff(table);
  }

  private static void innerCalls(Table table) {
    table.add(
        proves("inner calls"),
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
        proves("inner calls"),
        "an inner call without its own header is refused, and the outer one's work with it",
        scene -> {
          scene.post("around/inner").send().problem(400, "key-missing");
          scene.ranNever();
        });
  }

  private static void validation(Table table) {
    table.add(
        proves("7.2", "Bean validation"),
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
    table.onEveryKind(
        proves("6.12", "application's filters"),
        "a response filter of the application sees the answer, first and replayed",
        (scene, kind) -> {
          Exchange request = scene.post(kind).and("Watch", "yes");
          request.send().is(201).has("Seen", "201 first");
          request.send().is(201).has("Seen", "201 replayed");
          request.json("{}").send().problem(422, "key-mismatch").has("Seen", "422 first");
        });
  }

  private static void unguarded(Table table) {
    table.add(
        proves("failed commit of an unguarded method"),
        "a method that is not guarded fails at commit as without the library",
        scene -> {
          Reply failed = scene.post("around/unguarded").want(Want.FAIL_AT_COMMIT).send().first();
          failed.is(500).holdsNot("urn:idempotency");
          scene.ran(1, 0);
        });
  }

  private static void hangingUp(Table table) {
    table.onEveryKind(
        proves("a client that hangs up"),
        "a client that hangs up while its method runs changes nothing",
        (scene, kind) -> {
          Exchange request = scene.post(kind);
          request
              .want(Want.HOLD)
              .sendAndHangUp(() -> scene.control("GET", "held/" + scene.label()));
          request.send().problem(409, "key-in-progress");
          scene.control("DELETE", "held/" + scene.label());
          scene.recordedSoon(kind + ".create", "SUCCEEDED RESPONSE");
          request.send().is(201).has("Idempotent-Replayed", "true");
          scene.ranOnce();
        });
  }

  private static void subResources(Table table) {
    table.add(
        proves("sub-resources"),
        "a sub-resource that is an injected bean is guarded",
        scene -> {
          Exchange request = scene.post("locator/injected");
          Reply first = request.send().is(201).first();
          request.send().replays(first);
          request.json("{}").send().problem(422, "key-mismatch");
          scene.ranOnce();
        });
    table.addWhereServersDiffer(
        proves("sub-resources"),
        "a sub-resource of which the locator returns the class is guarded or refused",
        scene -> {
          Exchange request = scene.post("locator/class");
          request.send().isAsDocumented("500", "201");
          request.send().isAsDocumented("500", "201");
          int runs = Scene.documented(0, 1);
          scene.ran(runs, runs);
        });
    table.add(
        proves("sub-resources"),
        "a sub-resource that the application made itself is refused",
        scene -> {
          scene.post("locator/made").send().is(500).first();
          scene.ranNever();
        });
  }

  private static void locations(Table table) {
    table.add(
        proves("6.2", "`Location`"),
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
    for (String login : new String[] {"Basic xx", "Basic", "Basic !!", "Bearer x", "nonsense"}) {
      table.addWhereServersDiffer(
          ruleOfLogin(login),
          "an Authorization that is none is the container's to refuse: " + login,
          scene -> {
            Exchange request = scene.post("clients/cdi");
            request.send().is(201);
            String status = isNoBase64(login) ? "500" : "401";
            Reply refused = request.with("Authorization", login).send().first();
            refused.isAsDocumented(status, status).holdsNot(scene.label());
            scene.ranOnce();
          });
    }
    table.addWhereServersDiffer(
        proves("4.4", "a tab in a quoted key"),
        "a tab in a quoted key is refused, or is the space that the server makes of it",
        scene -> {
          Reply reply = scene.post("cdi").key("\"a\t" + scene.key() + "\"").send();
          reply.isAsDocumented("400 key-malformed", "201").first();
          Reply spaced = scene.post("cdi").key("\"a " + scene.key() + "\"").send().is(201);
          assertThat(spaced.lines("Idempotent-Replayed"))
              .isEqualTo(Scene.documented(List.of(), List.of("true")));
          scene.ranOnce();
        });
  }

  private static List<String> ruleOfLogin(String login) {
    return isNoBase64(login)
        ? proves("6.13", "an `Authorization` that is none", "credentials that are no Base64")
        : proves("6.13", "an `Authorization` that is none");
  }

  private static boolean isNoBase64(String login) {
    return login.startsWith("Basic ");
  }

  /** Whether there is anybody left to be answered is up to the server. */
  private static void breakingOff(Table table) {
    for (String path : new String[] {"cdi", "ejb", "plain", "optional"}) {
      table.addWhereServersDiffer(
          proves("a body that breaks off", "chunks that are none"),
          "a body that breaks off is the client's fault, and runs nothing [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            int declared = Scene.PAYMENT.length() + 10;
            refused(scene.post(path).sendCutOff(declared));
            refused(scene.post(path).type("text/plain").sendCutOff(declared));
            refused(scene.post(path).sendFramedAs("chunked", "5\r\n{\"a"));
            Reply noChunk = scene.post(path).sendFramedAs("chunked", "zz\r\n{\"a");
            if (noChunk != null) {
              noChunk.isAsDocumented("400", "400 content-malformed");
            }
            scene.ranNever();
            scene.noneRecordedSince(before);
          });
    }
  }

  private static void refused(Reply reply) {
    if (reply != null) {
      reply.first().isAsDocumented("400 content-malformed", "400 content-malformed");
    }
  }
}
