// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Theme 4: whose key it is, for which operation, and what comes before the key. */
final class ScopeCases {

  private static final long PATIENCE_SECONDS = 30;

  private ScopeCases() {}

  static void addTo(Table table) {
    principals(table);
    roles(table);
    operations(table);
    safeMethods(table);
  }

  private static void principals(Table table) {
    table.proves("4.5", "whose key");
    table.onEveryKind(
        "two callers with the same key and body make two transfers",
        (scene, kind) -> {
          Exchange asBob = scene.post(kind).as(Scene.BOB).with("Label", scene.label() + "-bob");
          Reply alices = scene.post(kind).send().is(201).first().holds(scene.label());
          Reply bobs = asBob.send().is(201).first().holds(scene.label() + "-bob");
          scene.post(kind).send().replays(alices);
          asBob.send().replays(bobs);
          scene.ranOnce();
          assertThat(scene.rows().work(scene.label() + "-bob")).isOne();
          for (String caller : new String[] {Scene.ALICE, Scene.BOB}) {
            assertThat(scene.record(kind + ".create", caller, scene.key()))
                .isEqualTo("SUCCEEDED RESPONSE");
          }
        });
    table.onEveryKind(
        "one caller's running request neither blocks another's nor shows in it",
        (scene, kind) -> {
          CompletableFuture<Reply> alices = held(scene, scene.post(kind));
          Exchange asBob = scene.post(kind).as(Scene.BOB).with("Label", scene.label() + "-bob");
          Reply bobs = asBob.send().is(201).first();
          asBob.send().replays(bobs);
          scene.recorded(kind + ".create", "IN_PROGRESS");
          scene.control("DELETE", "held/" + scene.label());
          alices.get(PATIENCE_SECONDS, TimeUnit.SECONDS).is(201).first().holdsNot("-bob");
          scene.ranOnce();
        });
    table.onEveryKind(
        "another caller's other body is no mismatch",
        (scene, kind) -> {
          scene.post(kind).send().is(201);
          scene.post(kind).as(Scene.BOB).json("{\"other\":1}").send().is(201).first();
          scene.ran(2, 2);
        });
    table.onEveryKind(
        "callers whose names differ in case are two",
        (scene, kind) -> {
          scene.post(kind).send().is(201).first();
          scene.post(kind).as("ALICE").send().is(201).first();
          scene.ran(2, 2);
        });
    table.add(
        "operation, scope and key do not run into each other",
        scene -> {
          String user = "u" + scene.key();
          scene.post("cdi").as(user + "a").key("b" + scene.key()).send().is(201).first();
          scene.post("cdi").as(user).key("ab" + scene.key()).send().is(201).first();
          scene.ran(2, 2);
        });
  }

  /** Sends a request that its method holds, and returns when it does. */
  static CompletableFuture<Reply> held(Scene scene, Exchange request) throws Exception {
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    Thread sender =
        new Thread(
            () -> {
              try {
                answer.complete(request.want(Want.HOLD).send());
              } catch (Exception | AssertionError e) {
                answer.completeExceptionally(e);
              }
            });
    sender.start();
    scene.control("GET", "held/" + scene.label());
    return answer;
  }

  private static void roles(Table table) {
    for (String path : new String[] {"clients/cdi", "clients/plain", "clients-ejb"}) {
      table.proves("6.13", "whose key");
      String operation = path.replace('/', '-') + ".create";
      table.add(
          "a revoked role is 403 and no stored answer [" + path + "]",
          scene -> {
            String user = "carol-" + scene.key();
            Exchange request = scene.post(path).as(user);
            Reply first = request.send().is(201).first();
            scene.control("DELETE", "role/" + user);
            request.send().is(403).first().holdsNot(scene.label());
            request.key("other-" + scene.key()).send().is(403).first();
            scene.control("PUT", "role/" + user);
            request.send().replays(first);
            scene.ranOnce();
            assertThat(scene.record(operation, user, scene.key())).startsWith("SUCCEEDED");
            assertThat(scene.record(operation, user, "other-" + scene.key())).isNull();
          });
      table.add(
          "a revoked role is 403 also after a stored refusal [" + path + "]",
          scene -> {
            String user = "carol-" + scene.key();
            Exchange request = scene.post(path).as(user).want(Want.PAYMENT_REQUIRED_402);
            request.send().is(402).first();
            scene.control("DELETE", "role/" + user);
            request.send().is(403).first().holdsNot(scene.label());
            scene.control("PUT", "role/" + user);
            request.send().is(402).replay();
          });
      table.proves("6.13", "an EJB resource with roles, called by nobody");
      table.addWhereServersDiffer(
          "nobody gets neither a run nor a record [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            Reply refused = scene.post(path).anonymous().send().first();
            assertThat(refused.status()).isIn(401, 403);
            scene.ranNever();
            scene.noneRecordedSince(before);
          });
      table.addWhereServersDiffer(
          "a wrong password gets neither a run nor a stored answer [" + path + "]",
          scene -> {
            scene.post(path).send().is(201);
            Exchange wrong = scene.post(path).with("Authorization", "Basic YWxpY2U6d3Jvbmc=");
            Reply refused = wrong.send().first().holdsNot(scene.label());
            assertThat(refused.status()).isIn(401, 403);
            scene.ranOnce();
          });
    }
  }

  private static void operations(Table table) {
    table.proves("4.7", "what is compared");
    table.onEveryKind(
        "the same key is another record for another operation",
        (scene, kind) -> {
          Reply created = scene.post(kind).send().is(201).first();
          Reply refunded = scene.post(kind + "/1/refund").send().is(201).first();
          Reply replaced = scene.post(kind).to("PUT", scene.target(kind + "/1")).send().is(201);
          Exchange delete = scene.post(kind).to("DELETE", scene.target(kind + "/1")).body("");
          Reply deleted = delete.send().is(201);
          scene.ran(4, 4);
          scene.post(kind).send().replays(created);
          scene.post(kind + "/1/refund").send().replays(refunded);
          scene.post(kind).to("PUT", scene.target(kind + "/1")).send().replays(replaced.first());
          delete.send().replays(deleted.first());
          scene.ran(4, 4);
        });
    table.onEveryKind(
        "the same key on another path of the operation is a mismatch",
        (scene, kind) -> {
          Exchange put = scene.post(kind).to("PUT", scene.target(kind + "/1"));
          Reply first = put.send().is(201).first();
          put.to("PUT", scene.target(kind + "/2")).send().problem(422, "key-mismatch");
          put.send().replays(first);
          scene.ranOnce();
        });
    table.add(
        "the same key serves each kind of resource once",
        scene -> {
          for (String kind : Table.KINDS) {
            scene.post(kind).send().is(201).first();
          }
          scene.ran(Table.KINDS.size(), Table.KINDS.size());
        });
  }

  private static void safeMethods(Table table) {
    table.proves("4.12", "safe methods");
    for (String method : new String[] {"GET", "HEAD", "OPTIONS"}) {
      table.add(
          method + " passes untouched, with a key, a bad one and none",
          scene -> {
            int before = scene.rows().allRecords();
            Exchange request =
                scene
                    .post("safe")
                    .to(method, scene.target("safe"))
                    .body("")
                    .without("Content-Type");
            Reply first = request.send().is(200).first();
            Reply second = request.send().is(200).first();
            if (method.equals("GET")) {
              assertThat(second.text()).isNotEqualTo(first.text());
            }
            request.key("two words").send().is(200);
            request.withoutKey().send().is(200);
            scene.noneRecordedSince(before);
          });
    }
    table.add(
        "the unsafe method beside safe ones is guarded",
        scene -> {
          Reply first = scene.post("safe").send().is(201).first();
          scene.post("safe").send().replays(first);
          scene.post("safe").withoutKey().send().problem(400, "key-missing");
          scene.ranOnce();
          scene.recorded("safe-resource.create", "SUCCEEDED RESPONSE");
        });
  }
}
