// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static dev.idempotency.servertests.contract.Table.proves;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Themes 7 and 14: what an ending means for the key, and what a client is told. */
final class OutcomeCases {

  private static final long PATIENCE_SECONDS = 30;
  private static final String REPLAYABLE = "SUCCEEDED RESPONSE";
  private static final String GIVEN_BACK = "FAILED retryable";

  private static final int TOKEN_LENGTH = "tok_".length() + UUID.randomUUID().toString().length();

  private OutcomeCases() {}

  static void addTo(Table table) {
    givenBack(table);
    thrownOutcomes(table);
    mappersAreAskedTwice(table);
    mappedToSuccess(table);
    mappedToNothing(table);
    rolledBackSuccess(table);
    changedSteps(table);
    afterTheCommit(table);
    busy(table);
    secrets(table);
    outage(table);
  }

  /** No row, no stored body; the retry runs, and from then on its answer is replayed. */
  private static void givenBack(Table table) {
    Map<Want, Integer> endings = new EnumMap<>(Want.class);
    endings.put(Want.TIMEOUT_408, 408);
    endings.put(Want.TOO_EARLY_425, 425);
    endings.put(Want.TOO_MANY_429, 429);
    endings.put(Want.ERROR_500, 500);
    endings.put(Want.UNAVAILABLE_503, 503);
    endings.put(Want.THROW_UNMAPPED, 500);
    endings.put(Want.THROW_ERROR, 500);
    endings.put(Want.THROW_MAPPED_503, 503);
    endings.put(Want.THROW_429, 429);
    endings.put(Want.THROW_MAPPER_THROWS, 500);
    endings.put(Want.WRITER_THROWS_AT_ONCE, 500);
    endings.put(Want.WRITER_THROWS_HALFWAY, 500);
    endings.put(Want.WRITER_THROWS_418, 500);
    endings.put(Want.NO_WRITER, 500);
    endings.forEach(
        (want, status) ->
            table.onEveryKind(
                ruleOf(want),
                "after %s nothing is committed and the retry runs once".formatted(want),
                (scene, kind) -> {
                  String operation = kind + ".create";
                  for (int attempt = 1; attempt <= 2; attempt++) {
                    scene
                        .post(kind)
                        .want(want)
                        .send()
                        .is(status)
                        .first()
                        .holdsNot("half of the secret");
                    scene.ran(attempt, 0);
                    // A mapper that throws ends the request without asking any filter.
                    scene.recordedSoon(operation, GIVEN_BACK);
                  }
                  Reply retry = scene.post(kind).send().is(201).first();
                  scene.ran(3, 1);
                  scene.post(kind).want(want).send().replays(retry);
                  scene.ran(3, 1);
                  scene.recorded(operation, REPLAYABLE);
                }));
    table.onEveryKind(
        proves("7.2", "which endings are stored", "key-mismatch"),
        "another request on a key that was given back is a mismatch",
        (scene, kind) -> {
          scene.post(kind).want(Want.ERROR_500).send().is(500);
          scene.post(kind).json("{}").send().problem(422, "key-mismatch");
          scene.ran(1, 0);
        });
  }

  private static List<String> ruleOf(Want want) {
    return switch (want) {
      case THROW_MAPPER_THROWS -> proves("7.1", "7.4", "a mapper that throws");
      case THROW_UNMAPPED, THROW_ERROR -> proves("7.1", "7.4", "an exception that no mapper takes");
      case WRITER_THROWS_AT_ONCE, WRITER_THROWS_HALFWAY, WRITER_THROWS_418, NO_WRITER ->
          proves("7.4", "rendering that fails");
      default -> proves("7.1", "which endings are stored");
    };
  }

  private static List<String> ruleOfThrown(Want want) {
    return want == Want.THROW_404_WITHOUT_ENTITY
        ? proves("6.1", "7.4", "exceptions", "an entity-less answer of 400 and above")
        : proves("6.1", "7.4", "exceptions", "which endings are stored");
  }

  /** Thrown refusals are outcomes as well; what rolled back stays away. */
  private static void thrownOutcomes(Table table) {
    Map<Want, int[]> endings = new EnumMap<>(Want.class);
    endings.put(Want.THROW_402, new int[] {402, 0});
    endings.put(Want.THROW_303, new int[] {303, 0});
    endings.put(Want.THROW_404_WITHOUT_ENTITY, new int[] {404, 0});
    endings.put(Want.THROW_MAPPED_409, new int[] {409, 0});
    endings.put(Want.THROW_CHECKED_MAPPED_422, new int[] {422, 1});
    endings.forEach(
        (want, expected) ->
            table.onEveryKind(
                ruleOfThrown(want),
                "%s is the outcome".formatted(want),
                (scene, kind) -> {
                  Exchange request = scene.post(kind).want(want);
                  Reply first = request.send().is(expected[0]).first();
                  for (int retry = 0; retry < 2; retry++) {
                    request.want(Want.CREATED_201).send().replays(first);
                    scene.ran(1, expected[1]);
                  }
                }));
  }

  private static void mappersAreAskedTwice(Table table) {
    table.onEveryKind(
        proves("a mapper"),
        "a mapper is asked for the rendering and by the server, and not for a replay",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.THROW_MAPPED_409);
          Reply first = request.send().is(409).first();
          String times = kind.equals("ejb") ? Scene.documented("3", "2") : "2";
          assertThat(scene.control("GET", "mapped/" + scene.label())).isEqualTo(times);
          request.send().replays(first);
          assertThat(scene.control("GET", "mapped/" + scene.label())).isEqualTo(times);
        });
    table.add(
        proves("7.1", "an exception that no mapper takes"),
        "what no mapper takes gives the key back although class and status are listed",
        scene -> {
          Exchange request = scene.post("settings/lists-what-nobody-maps");
          for (int attempt = 1; attempt <= 2; attempt++) {
            request.want(Want.THROW_UNMAPPED).send().is(500).first();
            scene.ran(attempt, 0);
            scene.recorded("settings.lists-what-nobody-maps", GIVEN_BACK);
          }
          Reply listed = request.want(Want.ERROR_500).send().is(500).first();
          request.want(Want.CREATED_201).send().replays(listed);
          scene.ran(3, 1);
        });
    table.onEveryKind(
        proves("a refusal's own `Retry-After`"),
        "a stored refusal's own Retry-After goes out the first time only",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.CONFLICT_409_WITH_RETRY_AFTER);
          Reply first = request.send().is(409).first().has("Retry-After", "7");
          request.send().replays(first, "Retry-After");
        });
  }

  private static void mappedToSuccess(Table table) {
    table.onEveryKind(
        proves("7.3", "an exception that is mapped to a status below 300"),
        "a checked exception that is mapped to 200 commits, and 200 is the outcome",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.THROW_CHECKED_MAPPED_200);
          Reply first = request.send().is(200).first();
          request.want(Want.CREATED_201).send().replays(first);
          request.want(Want.CREATED_201).send().replays(first);
          scene.ranOnce();
        });
    table.onEveryKind(
        proves("7.3", "an exception that is mapped to a status below 300", "rolled-back"),
        "an unchecked exception that is mapped to 200 rolls back and is never answered as one",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.THROW_MAPPED_200);
          request.send().problem(503, "rolled-back").has("Retry-After", "1");
          scene.ran(1, 0);
          scene.recorded(kind + ".create", GIVEN_BACK);
          Reply retry = request.want(Want.CREATED_201).send().is(201).first();
          request.send().replays(retry);
          scene.ran(2, 1);
        });
    table.onEveryKind(
        proves("7.3", "a mapper that returns null"),
        "a checked exception whose mapper returns null commits, and 204 is the outcome",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.THROW_CHECKED_EMPTIED);
          Reply first = request.send().is(204).first();
          request.want(Want.CREATED_201).send().replays(first);
          scene.ranOnce();
        });
  }

  private static void mappedToNothing(Table table) {
    for (String kind : new String[] {"cdi", "plain"}) {
      table.add(
          mappedToNothing(),
          "an exception mapped to no content rolls back and is never answered as a success ["
              + kind
              + "]",
          scene -> mappedToNothing(scene, kind).problem(503, "rolled-back"));
    }
    table.addWhereServersDiffer(
        mappedToNothing(),
        "an exception mapped to no content rolls back and is never answered as a success [ejb]",
        scene -> mappedToNothing(scene, "ejb").isAsDocumented("500", "503 rolled-back"));
  }

  private static List<String> mappedToNothing() {
    return proves(
        "7.3",
        "a mapper that returns null",
        "an exception that is mapped to a status below 300",
        "rolled-back");
  }

  private static Reply mappedToNothing(Scene scene, String kind) throws Exception {
    Exchange request = scene.post(kind).want(Want.THROW_EMPTIED);
    Reply refused = request.send().first();
    scene.ran(1, 0);
    request.want(Want.CREATED_201).send().is(201).first();
    scene.ran(2, 1);
    return refused;
  }

  private static void changedSteps(Table table) {
    table.add(
        proves("steps-changed"),
        "code whose steps changed stores nothing, and the older code finishes the call",
        scene -> {
          Exchange request = scene.post("steps").with("Step", "recorded");
          request.want(Want.THROW_UNMAPPED).send().is(500);
          scene.ran(1, 1);
          request.want(Want.CREATED_201).with("Step", "other").send().problem(500, "steps-changed");
          scene.ran(1, 1);
          Reply first = request.with("Step", "recorded").send().is(201).first();
          request.send().replays(first);
          scene.ran(1, 1);
        });
  }

  private static void rolledBackSuccess(Table table) {
    for (Want want : new Want[] {Want.SET_ROLLBACK_ONLY, Want.FAIL_AT_COMMIT}) {
      table.onEveryKind(
          proves("7.3", "rolled-back", "`Retry-After`"),
          "a success that rolled back by %s is never answered as one".formatted(want),
          (scene, kind) -> {
            Reply refused = scene.post(kind).want(want).send().problem(503, "rolled-back");
            refused.has("Retry-After", "1");
            scene.ran(1, 0);
            scene.recorded(kind + ".create", GIVEN_BACK);
            Reply retry = scene.post(kind).send().is(201).first();
            scene.post(kind).send().replays(retry);
            scene.ran(2, 1);
          });
    }
  }

  private static void afterTheCommit(Table table) {
    table.onEveryKind(
        proves("7.4", "failure after the outcome was committed"),
        "a filter that fails after the commit loses the answer, not the outcome",
        (scene, kind) -> {
          scene.post(kind).want(Want.FILTER_THROWS).send().is(500).first();
          scene.ranOnce();
          scene.recorded(kind + ".create", REPLAYABLE);
          scene.post(kind).send().is(201).replay();
          scene.ranOnce();
        });
  }

  private static void busy(Table table) {
    table.onEveryKind(
        proves("7.5", "busy", "key-in-progress", "`Retry-After`"),
        "a running request is 409 with Retry-After, another one under its key 422",
        (scene, kind) -> {
          CompletableFuture<Reply> running = ScopeCases.held(scene, scene.post(kind));
          scene.post(kind).send().problem(409, "key-in-progress").has("Retry-After", "5");
          scene.post(kind).json("{}").send().problem(422, "key-mismatch").has("Retry-After");
          scene.control("DELETE", "held/" + scene.label());
          Reply first = running.get(PATIENCE_SECONDS, TimeUnit.SECONDS).is(201).first();
          scene.post(kind).send().replays(first);
          scene.ranOnce();
        });
    table.onEveryKind(
        proves("7.4", "key-in-progress"),
        "an owner that was taken over is told to repeat",
        (scene, kind) -> {
          CompletableFuture<Reply> late = ScopeCases.held(scene, scene.post(kind));
          scene.rows().change(kind + ".create", Scene.ALICE, scene.key(), "lease_until = claimed");
          scene.post(kind).want(Want.ERROR_500).send().is(500);
          scene.control("DELETE", "held/" + scene.label());
          late.get(PATIENCE_SECONDS, TimeUnit.SECONDS).problem(409, "key-in-progress");
          scene.ran(2, 0);
          Reply retry = scene.post(kind).send().is(201).first();
          scene.post(kind).send().replays(retry);
          scene.ran(3, 1);
        });
    table.add(
        proves("7.5", "`type`", "key-mismatch"),
        "in progress, mismatch and the application's own conflict have different types",
        scene -> {
          Reply own = scene.post("cdi").want(Want.CONFLICT_409).send().is(409).first();
          assertThat(own.text()).doesNotContain("urn:idempotency:problem:");
          scene.post("cdi").want(Want.CONFLICT_409).send().replays(own);
          scene.post("cdi").json("[]").send().problem(422, "key-mismatch");
        });
    table.add(
        proves("wording of its own"),
        "an application words a problem of its own",
        scene -> {
          String target = scene.target("cdi").replace("/api/", "/worded/");
          Exchange request = scene.post("cdi").to("POST", target);
          request.send().is(201).first();
          request.json("{}").send().is(418).holds("worded by the application").first();
          scene.ranOnce();
        });
  }

  private static void secrets(Table table) {
    table.onEveryKind(
        proves("14.1", "`detail`"),
        "neither the key nor the payload is in a problem, nor the key in the table",
        (scene, kind) -> {
          String start = scene.rows().now();
          String key = "jane.doe+" + scene.key() + "@example.org";
          Exchange request = scene.post(kind).key(key);
          request.json("{\"iban\":\"AT611904300234573201\"}").send().is(201);
          Reply mismatch = request.json("{\"iban\":\"DE89370400440532013000\"}").send();
          mismatch.problem(422, "key-mismatch").holdsNot("jane.doe").holdsNot("DE89");
          request.json("{\"iban\":\"AT61\",\"iban\":\"AT62\"}").send();
          assertThat(scene.rows().everythingSince(start))
              .doesNotContain("jane.doe")
              .doesNotContain("AT611904300234573201")
              .doesNotContain("DE89370400440532013000");
        });
    table.add(
        proves("14.1", "stored-body-limit", "result-not-kept"),
        "an operation that stores no body runs once all the same",
        scene -> {
          String start = scene.rows().now();
          Exchange request = scene.post("settings/stores-nothing").want(Want.SECRETS);
          Reply first = request.send().is(200).first().holds("4111111111111111");
          assertThat(first.text()).contains("tok_");
          request.send().problem(409, "result-not-kept").holdsNot("4111");
          scene.ranOnce();
          int token = first.text().indexOf("tok_");
          assertThat(scene.rows().everythingSince(start))
              .doesNotContain(first.text().substring(token, token + TOKEN_LENGTH));
        });
  }

  private static void outage(Table table) {
    table.onEveryKind(
        proves("7.7", "store-unavailable", "`Retry-After`"),
        "without records nothing runs, and it recovers",
        (scene, kind) -> {
          scene.rows().execute("ALTER TABLE idempotency_record RENAME TO away");
          try {
            Reply refused = scene.post(kind).send().problem(503, "store-unavailable");
            refused.has("Retry-After", "1");
            scene.ranNever();
          } finally {
            scene.rows().execute("ALTER TABLE away RENAME TO idempotency_record");
          }
          Reply first = scene.post(kind).key("k-" + UUID.randomUUID()).send().is(201).first();
          assertThat(first.body()).isNotEmpty();
          Reply late = scene.post(kind).send().is(201).first();
          scene.post(kind).send().replays(late);
          scene.ran(2, 2);
        });
  }
}
