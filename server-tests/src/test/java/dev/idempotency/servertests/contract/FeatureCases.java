// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What an operation chooses: how long keys are kept, waiting, anonymous callers, what is stored.
 */
final class FeatureCases {

  private static final long PATIENCE_SECONDS = 30;
  private static final String EXPIRES = "Idempotency-Key-Expires";
  private static final int DAY = 86_400;

  private FeatureCases() {}

  static void addTo(Table table) {
    expiry(table);
    waiting(table);
    anonymous(table);
    stored(table);
    browsers(table);
  }

  private static void expiry(Table table) {
    table.proves("`Idempotency-Key-Expires`");
    table.onEveryKind(
        "the first answer tells the retention, a replay what is left of it",
        (scene, kind) -> {
          Reply first = scene.post(kind).send().is(201).has(EXPIRES, String.valueOf(DAY));
          Reply retry = scene.post(kind).send().replays(first);
          assertThat(Integer.parseInt(retry.lines(EXPIRES).get(0))).isBetween(DAY - 60, DAY);
        });
    table.onEveryKind(
        "a key that was given back tells no expiry",
        (scene, kind) -> {
          scene.post(kind).want(Want.ERROR_500).send().is(500).has(EXPIRES);
          scene.post(kind).want(Want.UNAVAILABLE_503).send().is(503).has(EXPIRES);
        });
    table.add(
        "a refusal tells its expiry as a success does",
        scene -> {
          Reply first = scene.post("cdi").want(Want.PAYMENT_REQUIRED_402).send().is(402);
          scene.post("cdi").send().replays(first.has(EXPIRES, String.valueOf(DAY)));
        });
    table.add(
        "a configured retention is what is told",
        scene -> {
          scene.post("settings/by-annotation").send().is(201).has(EXPIRES, "3600");
          scene.post("settings/by-configuration").send().is(201).has(EXPIRES, "7200");
        });
    table.add(
        "a key that is kept for ever says never, and does not expire",
        scene -> {
          Reply first = scene.post("feature/kept-for-ever").send().is(201).has(EXPIRES, "never");
          scene.post("feature/kept-for-ever").send().replays(first).has(EXPIRES, "never");
          String expires =
              scene
                  .rows()
                  .record("feature.kept-for-ever", Scene.ALICE, scene.key(), "expires IS NULL");
          assertThat(expires).isEqualTo("true");
        });
    table.add(
        "nothing is told without a key, and none in a problem about a request",
        scene -> {
          scene.post("optional").withoutKey().send().is(201).has(EXPIRES);
          scene.post("cdi").send().is(201);
          scene.post("cdi").json("{}").send().problem(422, "key-mismatch").has(EXPIRES);
          scene.post("cdi").key("").send().problem(400, "key-malformed").has(EXPIRES);
        });
  }

  private static void waiting(Table table) {
    table.proves("busy", "key-in-progress");
    table.add(
        "a request that waits gets the outcome of the running one",
        scene -> {
          CompletableFuture<Reply> running = ScopeCases.held(scene, scene.post("feature/waiting"));
          List<CompletableFuture<Reply>> waiters = new ArrayList<>();
          for (int waiter = 0; waiter < 3; waiter++) {
            waiters.add(inBackground(scene.post("feature/waiting")));
          }
          scene.control("DELETE", "held/" + scene.label());
          Reply first = running.get(PATIENCE_SECONDS, TimeUnit.SECONDS).is(201).first();
          for (CompletableFuture<Reply> waiter : waiters) {
            waiter.get(PATIENCE_SECONDS, TimeUnit.SECONDS).replays(first);
          }
          scene.ranOnce();
        });
    table.add(
        "another request under the key does not wait",
        scene -> {
          CompletableFuture<Reply> running = ScopeCases.held(scene, scene.post("feature/waiting"));
          scene.post("feature/waiting").json("{}").send().problem(422, "key-mismatch");
          scene.control("DELETE", "held/" + scene.label());
          running.get(PATIENCE_SECONDS, TimeUnit.SECONDS).is(201);
        });
    table.add(
        "after the bound a request that waits is told that the other is in progress",
        scene -> {
          Exchange request = scene.post("feature/waiting-shortly");
          CompletableFuture<Reply> running = ScopeCases.held(scene, request);
          long start = System.nanoTime();
          request.send().problem(409, "key-in-progress").has("Retry-After", "5");
          assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
          scene.control("DELETE", "held/" + scene.label());
          running.get(PATIENCE_SECONDS, TimeUnit.SECONDS).is(201);
        });
  }

  private static CompletableFuture<Reply> inBackground(Exchange request) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return request.send();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        command -> new Thread(command).start());
  }

  private static void anonymous(Table table) {
    table.proves("4.6", "whose key", "anonymous-caller");
    table.onEveryKind(
        "anonymous callers share one scope, apart from everybody else's",
        (scene, kind) -> {
          Exchange nobody = scene.post(kind).anonymous();
          Reply first = nobody.send().is(201).first();
          nobody.send().replays(first);
          nobody.json("{\"other\":1}").send().problem(422, "key-mismatch").holdsNot(scene.label());
          scene.post(kind).send().is(201).first();
          assertThat(scene.record(kind + ".create", "", scene.key())).startsWith("SUCCEEDED");
          scene.ran(2, 2);
        });
    for (String path : new String[] {"feature/anonymous-refused", "feature/by-configuration"}) {
      table.add(
          "anonymous callers can be refused [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            Exchange nobody = scene.post(path).anonymous();
            nobody.send().problem(401, "anonymous-caller").has("WWW-Authenticate");
            nobody.json("{\"other\":1}").send().problem(401, "anonymous-caller");
            scene.ranNever();
            scene.noneRecordedSince(before);
            scene.post(path).send().is(201).first();
            nobody.send().problem(401, "anonymous-caller").holdsNot(scene.label());
          });
    }
    table.add(
        "anonymous callers can run unguarded",
        scene -> {
          int before = scene.rows().allRecords();
          Exchange nobody = scene.post("feature/anonymous-unguarded").anonymous();
          Reply first = nobody.send().is(201).first().has(EXPIRES);
          Reply second = nobody.send().is(201).first();
          assertThat(second.body()).isNotEqualTo(first.body());
          nobody.key("two words").send().problem(400, "key-malformed");
          scene.ran(2, 2);
          scene.noneRecordedSince(before);
          Reply alices = scene.post("feature/anonymous-unguarded").send().is(201).first();
          scene.post("feature/anonymous-unguarded").send().replays(alices);
        });
  }

  private static void stored(Table table) {
    table.proves("14.1", "a `ResultFilter` bean", "`store-result=false`", "result-not-kept");
    table.add(
        "what is stored is masked, what goes out first is not",
        scene -> {
          Exchange request = scene.post("feature/masked").want(Want.SECRETS);
          Reply first = request.send().is(200).first().holds("4111111111111111");
          Reply retry = request.send().is(200).replay();
          retry.holds("************1111").holds("tok_***").holdsNot("4111111111111111");
          retry.has("Content-Type", first.lines("Content-Type").get(0));
          scene.ranOnce();
          assertThat(
                  scene
                      .rows()
                      .record("feature.masked", Scene.ALICE, scene.key(), "encode(body, 'escape')"))
              .contains("************1111")
              .doesNotContain("411111");
        });
    table.add(
        "where masking fails nothing is committed and the key is given back",
        scene -> {
          Exchange request = scene.post("feature/mask-fails").want(Want.SECRETS);
          for (int attempt = 1; attempt <= 2; attempt++) {
            request.send().is(500).first().holdsNot("4111");
            scene.ran(attempt, 0);
            scene.recorded("feature.mask-fails", "FAILED retryable");
          }
        });
    for (String path : new String[] {"feature/not-stored", "feature/by-configuration"}) {
      String operation = path.replace('/', '.');
      table.add(
          "an operation that keeps no content runs once all the same [" + path + "]",
          scene -> {
            Reply first = scene.post(path).send().is(201).first();
            assertThat(first.body()).isNotEmpty();
            for (int retry = 0; retry < 2; retry++) {
              Reply refused = scene.post(path).send().problem(409, "result-not-kept");
              refused.has("Location", "/things/" + scene.label()).holdsNot(first.text());
              scene.ranOnce();
            }
            scene.recorded(operation, "SUCCEEDED BODYLESS");
            assertThat(scene.rows().record(operation, Scene.ALICE, scene.key(), "body IS NULL"))
                .isEqualTo("true");
          });
    }
  }

  private static void browsers(Table table) {
    table.proves("4.11", "safe methods");
    table.add(
        "a preflight passes untouched",
        scene -> {
          int before = scene.rows().allRecords();
          Exchange.of(scene.wire(), "OPTIONS", scene.target("cdi"))
              .and("Origin", "https://shop.example")
              .and("Access-Control-Request-Method", "POST")
              .and("Access-Control-Request-Headers", "idempotency-key")
              .send()
              .is(200)
              .first();
          scene.noneRecordedSince(before);
        });
  }
}
