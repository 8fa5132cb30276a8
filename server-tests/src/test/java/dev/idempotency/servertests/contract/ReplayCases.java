// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static dev.idempotency.servertests.contract.Table.proves;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.nio.charset.Charset;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Theme 6: the first answer and two replays, byte for byte and header by header. */
final class ReplayCases {

  private static final int MEGABYTE = 1 << 20;
  private static final String REPLAYABLE = "SUCCEEDED RESPONSE";
  private static final String REFUSAL = "FAILED RESPONSE";

  private static final String JSON = "application/json";
  private static final String ID = "[0-9a-f-]{36}";
  private static final String THING =
      Scene.documented(
          "\\{\"amount\":125.40,\"id\":\"" + ID + "\"\\}",
          "\\{\"id\":\"" + ID + "\",\"amount\":125.40,\"nothing\":null\\}");

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
                proves("6.1", "6.12", "first answer", "replay", "`Idempotent-Replayed`"),
                "%d is replayed as it was".formatted(status),
                (scene, kind) -> {
                  thrice(scene, scene.post(kind).want(want)).is(status);
                  scene.recorded(kind + ".create", status < 400 ? REPLAYABLE : REFUSAL);
                }));
  }

  private static void headers(Table table) {
    table.onEveryKind(
        proves("6.2", "replay", "stored headers", "headers that are never stored"),
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
        proves("6.2", "`Location`"),
        "a written Location is path-absolute through every host",
        (scene, kind) -> {
          Reply first = thrice(scene, scene.post(kind).want(Want.CREATED_201));
          first.has("Location", "/things/" + scene.label());
        });
    table.add(
        proves("6.14", "replay"),
        "the replay is the old answer, whatever has happened since",
        scene -> {
          Exchange request = scene.post("cdi").want(Want.RUNS_200);
          Reply first = request.send().is(200).first().holds("runs: 1 ");
          request.key("k2-" + scene.key()).send().is(200).first().holds("runs: 2 ");
          request.send().replays(first);
        });
  }

  private static void bodies(Table table) {
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
                proves("6.6", "6.9", "6.10", "replay", "streams and files"),
                "the body of %s is replayed".formatted(want),
                (scene, kind) -> {
                  Reply first = thrice(scene, scene.post(kind).want(want)).is(200);
                  assertThat(first.body()).hasSize(size);
                  scene.recorded(kind + ".create", REPLAYABLE);
                }));
    for (Want want : new Want[] {Want.ODD_JSON, Want.JSON_OBJECT}) {
      table.onEveryKind(
          proves("6.10", "replay"),
          "every byte of %s is replayed".formatted(want),
          (scene, kind) -> thrice(scene, scene.post(kind).want(want)).is(200));
    }
    table.add(
        proves("6.10", "first answer"),
        "odd JSON goes out as it was written",
        scene ->
            scene
                .post("cdi")
                .want(Want.ODD_JSON)
                .send()
                .holds("\"a\":10.00,\n\"decimal\":0.12345678901234567890123456789 ,"));
  }

  private static void types(Table table) {
    String text = Scene.documented("text/plain", "text/plain;charset=UTF-8");
    typed(table, "text", proves("`charset`", "media type"), text, "\u00fc\u20ac " + ID);
    typed(table, "text-without-produces", proves("media type"), text, "some text " + ID);
    typed(table, "empty-text", proves("6.9"), text, "");
    typed(table, "zero", proves("6.9"), text, "0");
    typed(table, "false", proves("6.9"), text, "false");
    typed(table, "thing", proves("media type"), JSON, THING);
    typed(table, "thing-without-produces", proves("media type"), JSON, THING);
    typed(table, "things", proves("media type"), JSON, "\\[" + THING + "," + THING + "\\]");
    typed(table, "no-things", proves("6.9"), JSON, "\\[\\]");
    typed(table, "generic-things", proves("`GenericEntity`"), JSON, "\\[" + THING + "\\]");
    typed(table, "map", proves("media type"), JSON, "\\{\"amount\":10.00?\\}");
    typed(table, "json", proves("media type"), JSON, "\\{\"id\":\"" + ID + "\",\"n\":null\\}");
    typed(table, "zipped", proves("compression"), text, "zip me " + ID + "( again){1000}");
    for (String path : new String[] {"bytes", "file", "stream"}) {
      typed(table, path, proves("6.6", "streams and files"), "application/pdf", "(?s).{3145728}");
    }
    for (String path : new String[] {"nothing", "null", "null-response"}) {
      table.add(
          proves("6.9", "a method that returns nothing"),
          "a method that returns " + path + " is a replayed 204",
          scene -> {
            thrice(scene, scene.post("typed/" + path)).is(204);
            scene.recorded("typed." + path, REPLAYABLE);
          });
    }
    table.add(
        proves("media type"),
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
        proves("media type"),
        "what the client can't accept is 406, and nothing runs",
        scene -> {
          int before = scene.rows().allRecords();
          scene.post("typed/negotiated").and("Accept", "image/png").send().is(406).first();
          scene.ranNever();
          scene.noneRecordedSince(before);
        });
  }

  /** The exact media type, and all of the content. */
  private static void typed(
      Table table, String path, List<String> references, String mediaType, String content) {
    table.add(
        references,
        "a method that returns " + path + " is replayed",
        scene -> {
          Reply first = thrice(scene, scene.post("typed/" + path)).is(200);
          first.has("Content-Type", mediaType);
          Charset charset = mediaType.equals("application/pdf") ? ISO_8859_1 : UTF_8;
          assertThat(new String(first.body(), charset)).matches(content);
          scene.recorded("typed." + path, REPLAYABLE);
        });
  }

  private static void compression(Table table) {
    table.add(
        proves("6.10", "compression", "application's filters"),
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
        proves("6.10", "compression", "application's filters"),
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
        proves("6.10", "compression", "application's filters"),
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
    table.onEveryKind(
        proves(
            "6.6",
            "a body over `stored-body-limit`",
            "`Location` of `result-not-kept`",
            "result-not-kept",
            "stored-body-limit"),
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
        proves("6.6", "a body over `stored-body-limit`", "result-not-kept"),
        "a refusal over the stored limit goes out whole once, and is told from a success",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.REFUSAL_BEYOND_THE_STORED_LIMIT);
          assertThat(request.send().is(402).first().body()).hasSize(5 * MEGABYTE);
          request.send().problem(409, "result-not-kept").holds("refus").holds("402");
          scene.ranOnce();
          scene.recorded(kind + ".create", "FAILED BODYLESS");
        });
    table.onEveryKind(
        proves(
            "a body that the application itself encoded (`Content-Encoding`)",
            "`Location` of `result-not-kept`",
            "result-not-kept"),
        "a body that the application encoded itself is sent once",
        (scene, kind) -> {
          Exchange request = scene.post(kind).want(Want.ENCODED_BY_ITSELF);
          Reply first = request.send().is(200).first().has("Content-Encoding", "gzip");
          assertThat(new String(Packed.gunzip(first.body()), UTF_8)).startsWith("encoded ");
          request
              .send()
              .problem(409, "result-not-kept")
              .has("Location", "/things/" + scene.label());
          scene.ranOnce();
        });
  }

  private static void damaged(Table table) {
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
                proves("6.15", "record-unreadable"),
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
        proves("6.15", "outcome-unknown"),
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
