// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Theme 6: the first answer and two replays, byte for byte and header by header. */
final class ReplayCases {

  private static final int MEGABYTE = 1 << 20;
  private static final String REPLAYABLE = "SUCCEEDED RESPONSE";
  private static final String REFUSAL = "FAILED RESPONSE";

  private ReplayCases() {}

  static void addTo(Table table) {
    statuses(table);
    headers(table);
    bodies(table);
    types(table);
    compression(table);
    notKept(table);
    damaged(table);
  }

  /** Three requests in a row; the retries ask for something else, which nobody may hear. */
  private static Reply thrice(Scene scene, Exchange request, String... ofTheFirstOnly)
      throws Exception {
    Reply first = request.send().first();
    assertThat(scene.rows().work(scene.label())).isOne();
    for (int retry = 0; retry < 2; retry++) {
      request.want(Want.ACCEPTED_202).send().replays(first, ofTheFirstOnly);
      scene.ranOnce();
    }
    return first;
  }

  private static void statuses(Table table) {
    table.proves("6.1", "6.12", "first answer", "replay");
    Map<Want, Integer> statuses = new EnumMap<>(Want.class);
    statuses.put(Want.OK_200, 200);
    statuses.put(Want.CREATED_201, 201);
    statuses.put(Want.ACCEPTED_202, 202);
    statuses.put(Want.NO_CONTENT_204, 204);
    statuses.put(Want.SEE_OTHER_303, 303);
    statuses.put(Want.BAD_REQUEST_400, 400);
    statuses.put(Want.PAYMENT_REQUIRED_402, 402);
    statuses.put(Want.FORBIDDEN_403, 403);
    statuses.put(Want.NOT_FOUND_404, 404);
    statuses.put(Want.NOT_ACCEPTABLE_406, 406);
    statuses.put(Want.CONFLICT_409, 409);
    statuses.put(Want.UNPROCESSABLE_422, 422);
    statuses.forEach(
        (want, status) ->
            table.onEveryKind(
                "%d is replayed as it was".formatted(status),
                (scene, kind) -> {
                  thrice(scene, scene.post(kind).want(want)).is(status);
                  scene.recorded(kind + ".create", status < 400 ? REPLAYABLE : REFUSAL);
                }));
  }

  private static void headers(Table table) {
    table.proves("6.2", "6.14", "replay", "stored headers", "`Location`");
    table.onEveryKind(
        "listed headers are replayed as written, and no others",
        (scene, kind) -> {
          Reply first =
              thrice(
                  scene,
                  scene.post(kind).want(Want.EVERY_HEADER),
                  "Set-Cookie",
                  "Last-Modified",
                  "Expires",
                  "X-Request-Id",
                  "X-Custom");
          first.is(201);
          first.has("Location", "/things/a%2Fb?x=%7e&y=1#part");
          first.has(
              "Link",
              "</things?page=2>; rel=\"next\"",
              "</things?page=9>; rel=last; title=\"a, b\"");
          first.has("Content-Language", "de-AT, en");
          first.has("Content-Disposition", "attachment; filename*=UTF-8''%e2%82%ac.txt");
          first.has("Content-Location", "/things/" + scene.label());
          assertThat(first.lines("ETag").get(0)).startsWith("W/\"");
        });
    table.onEveryKind(
        "a written Location is path-absolute through every host",
        (scene, kind) -> {
          Reply first = thrice(scene, scene.post(kind).want(Want.CREATED_201));
          first.has("Location", "/things/" + scene.label());
        });
    table.add(
        "the replay is the old answer, whatever has happened since",
        scene -> {
          Reply first = scene.post("cdi").send().is(201);
          scene.post("cdi").key("k2-" + scene.key()).want(Want.OK_200).send().is(200);
          scene.post("cdi").send().replays(first);
        });
  }

  private static void bodies(Table table) {
    table.proves("6.6", "6.9", "6.10", "first answer", "replay");
    Map<Want, Integer> sizes = new EnumMap<>(Want.class);
    sizes.put(Want.STREAMING_OUTPUT_3_MB, 3 * MEGABYTE);
    sizes.put(Want.BYTES_3_MB, 3 * MEGABYTE);
    sizes.put(Want.FILE_3_MB, 3 * MEGABYTE);
    sizes.put(Want.INPUT_STREAM_3_MB, 3 * MEGABYTE);
    sizes.put(Want.EMPTY_TEXT, 0);
    sizes.put(Want.NO_ENTITY, 0);
    sizes.forEach(
        (want, size) ->
            table.onEveryKind(
                "the body of %s is replayed".formatted(want),
                (scene, kind) -> {
                  Reply first = thrice(scene, scene.post(kind).want(want)).is(200);
                  assertThat(first.body()).hasSize(size);
                  scene.recorded(kind + ".create", REPLAYABLE);
                }));
    for (Want want : new Want[] {Want.ODD_JSON, Want.JSON_OBJECT}) {
      table.onEveryKind(
          "every byte of %s is replayed".formatted(want),
          (scene, kind) -> thrice(scene, scene.post(kind).want(want)).is(200));
    }
    table.add(
        "odd JSON goes out as it was written",
        scene ->
            scene
                .post("cdi")
                .want(Want.ODD_JSON)
                .send()
                .holds("\"a\":10.00,\n\"decimal\":0.12345678901234567890123456789 ,"));
  }

  private static void types(Table table) {
    table.proves("6.9", "media type", "`GenericEntity`", "`charset`");
    for (String path :
        new String[] {
          "text",
          "text-without-produces",
          "empty-text",
          "zero",
          "false",
          "thing",
          "thing-without-produces",
          "things",
          "no-things",
          "generic-things",
          "map",
          "json",
          "bytes",
          "file",
          "stream",
          "zipped"
        }) {
      table.add(
          "a method that returns " + path + " is replayed",
          scene -> {
            thrice(scene, scene.post("typed/" + path)).is(200);
            scene.recorded("typed." + path, REPLAYABLE);
          });
    }
    for (String path : new String[] {"nothing", "null", "null-response"}) {
      table.add(
          "a method that returns " + path + " is a replayed 204",
          scene -> {
            thrice(scene, scene.post("typed/" + path)).is(204);
            scene.recorded("typed." + path, REPLAYABLE);
          });
    }
    table.add(
        "the media type is chosen by what the first request accepts",
        scene -> {
          Exchange request = scene.post("typed/negotiated");
          Reply first = request.and("Accept", "application/json").send().is(200).first();
          first.has("Content-Type", "application/json");
          request.and("Accept", "application/json").send().replays(first);
          request.and("Accept", "text/plain").send().replays(first);
          scene.ranOnce();
        });
    table.add(
        "what the client can't accept is 406, and nothing runs",
        scene -> {
          int before = scene.rows().allRecords();
          scene.post("typed/negotiated").and("Accept", "image/png").send().is(406).first();
          scene.ranNever();
          scene.noneRecordedSince(before);
        });
  }

  private static void compression(Table table) {
    table.proves("6.10", "application's filters", "stored headers");
    table.add(
        "compression is negotiated anew: the first time only",
        scene -> {
          Reply first = scene.post("typed/zipped").and("Accept-Encoding", "gzip").send().is(200);
          first.first().has("Content-Encoding", "gzip");
          Reply retry = scene.post("typed/zipped").send().is(200).replay();
          retry.has("Content-Encoding").has("Vary", "Accept-Encoding");
          assertThat(retry.body()).isEqualTo(Packed.gunzip(first.body()));
          scene.post("typed/zipped").send().replays(retry);
          scene.ranOnce();
        });
    table.add(
        "compression is negotiated anew: the second time only",
        scene -> {
          Reply first = scene.post("typed/zipped").send().is(200).first();
          first.has("Content-Encoding");
          Reply retry = scene.post("typed/zipped").and("Accept-Encoding", "gzip").send().replay();
          retry.is(200).has("Content-Encoding", "gzip");
          assertThat(Packed.gunzip(retry.body())).isEqualTo(first.body());
          scene.post("typed/zipped").send().replays(first);
          scene.ranOnce();
        });
    table.add(
        "compression both times",
        scene -> {
          Exchange request = scene.post("typed/zipped").and("Accept-Encoding", "gzip");
          Reply first = request.send().is(200).first();
          Reply retry = request.send().is(200).replay();
          assertThat(Packed.gunzip(retry.body())).isEqualTo(Packed.gunzip(first.body()));
          request.send().replays(retry);
          scene.ranOnce();
        });
  }

  private static void notKept(Table table) {
    table.proves(
        "6.6",
        "a body over `stored-body-limit`",
        "a body that the application itself encoded (`Content-Encoding`)",
        "result-not-kept");
    table.onEveryKind(
        "a body over the stored limit goes out whole once, and is not run again",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.BEYOND_THE_STORED_LIMIT);
          Reply first = request.send().is(201).first();
          assertThat(first.body()).hasSize(5 * MEGABYTE);
          for (int retry = 0; retry < 2; retry++) {
            request
                .send()
                .problem(409, "result-not-kept")
                .has("Location", "/things/" + scene.label());
            scene.ranOnce();
          }
          scene.recorded(kind + ".create", "SUCCEEDED BODYLESS");
        });
    table.onEveryKind(
        "a refusal over the stored limit goes out whole once, and is told from a success",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.REFUSAL_BEYOND_THE_STORED_LIMIT);
          assertThat(request.send().is(402).first().body()).hasSize(5 * MEGABYTE);
          request.send().problem(409, "result-not-kept").holds("refus").holds("402");
          scene.ranOnce();
          scene.recorded(kind + ".create", "FAILED BODYLESS");
        });
    table.onEveryKind(
        "a body that the application encoded itself is sent once",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.ENCODED_BY_ITSELF);
          Reply first = request.send().is(200).first().has("Content-Encoding", "gzip");
          assertThat(new String(Packed.gunzip(first.body()), StandardCharsets.UTF_8))
              .startsWith("encoded ");
          request
              .send()
              .problem(409, "result-not-kept")
              .has("Location", "/things/" + scene.label());
          scene.ranOnce();
        });
  }

  private static void damaged(Table table) {
    table.proves("6.15", "record-unreadable", "outcome-unknown");
    Map<String, String> damages = new LinkedHashMap<>();
    damages.put("an unknown state", "status = 'CONCLUDED'");
    damages.put("an unknown kind", "outcome_kind = 'PICTURE'");
    damages.put("no kind", "outcome_kind = NULL");
    damages.put("the outcome of a value call", "outcome_kind = 'VALUE'");
    damages.put("headers that are no JSON", "response_headers = '[['");
    damages.put("headers that are no lines", "response_headers = '{\"a\":1}'");
    damages.put("no status", "response_status = NULL");
    damages.put("an impossible status", "response_status = 99999");
    damages.put("a media type that is none", "media_type = 'nonsense'");
    damages.put("a short fingerprint", "fingerprint = decode('0102', 'hex')");
    damages.put("an unknown fingerprint version", "fingerprint_version = 99");
    damages.forEach(
        (what, change) ->
            table.add(
                "a record with " + what + " is 500 and never runs again",
                scene -> {
                  scene.post("cdi").send().is(201);
                  assertThat(scene.rows().change("cdi.create", Scene.ALICE, scene.key(), change))
                      .isOne();
                  for (int retry = 0; retry < 2; retry++) {
                    scene.post("cdi").send().problem(500, "record-unreadable");
                    scene.ranOnce();
                  }
                }));
    table.add(
        "an unknown outcome is 409 and never runs again",
        scene -> {
          scene.post("cdi").send().is(201);
          scene
              .rows()
              .change(
                  "cdi.create",
                  Scene.ALICE,
                  scene.key(),
                  "status = 'FAILED', retryable = false, outcome_kind = 'UNKNOWN', expires = NULL");
          scene.post("cdi").send().problem(409, "outcome-unknown");
          scene.ranOnce();
        });
  }
}
