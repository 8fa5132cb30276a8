// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.servertests.contract.app.Want;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** docs/reference/settings.md, as far as a client or the table can see a setting. */
final class SettingsCases {

  private static final long PATIENCE_SECONDS = 30;
  private static final String ANNOTATED = "settings/by-annotation";
  private static final String CONFIGURED = "settings/by-configuration";

  private SettingsCases() {}

  static void addTo(Table table) {
    durations(table);
    limits(table);
    excludedMembers(table);
    headers(table);
    reactions(table);
  }

  private static String of(Scene scene, String operation, String expression) throws Exception {
    return scene.rows().record(operation, Scene.ALICE, scene.key(), expression);
  }

  private static void durations(Table table) {
    table.proves("5.13", "`Idempotency-Key-Expires`", "busy");
    duration(table, "cdi", "cdi.create", 30, 86_400);
    duration(table, ANNOTATED, "settings.by-annotation", 7, 3_600);
    duration(table, CONFIGURED, "settings.by-configuration", 9, 7_200);
    table.add(
        "after its retention a key is new",
        scene -> {
          Exchange request = scene.post("settings/short-lived");
          Reply first = request.send().is(201).first();
          await()
              .until(
                  () ->
                      of(scene, "settings.short-lived", "expires <= clock_timestamp()")
                          .equals("true"));
          Reply second = request.send().is(201).first();
          assertThat(second.body()).isNotEqualTo(first.body());
          scene.ran(2, 2);
        });
    table.add(
        "Retry-After is at most the configured wait",
        scene -> {
          CompletableFuture<Reply> running = ScopeCases.held(scene, scene.post(CONFIGURED));
          scene.post(CONFIGURED).send().problem(409, "key-in-progress").has("Retry-After", "2");
          scene.control("DELETE", "held/" + scene.label());
          running.get(PATIENCE_SECONDS, TimeUnit.SECONDS).is(201);
        });
    table.add(
        "Retry-After is at most what is left of the lease, and at least 1",
        scene -> {
          CompletableFuture<Reply> running = ScopeCases.held(scene, scene.post("cdi"));
          scene
              .rows()
              .change(
                  "cdi.create",
                  Scene.ALICE,
                  scene.key(),
                  "lease_until = clock_timestamp() + interval '900 milliseconds'");
          Reply busy = scene.post("cdi").send();
          scene.control("DELETE", "held/" + scene.label());
          busy.problem(409, "key-in-progress").has("Retry-After", "1");
          running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        });
    table.add(
        "the node's name is in the record",
        scene -> {
          scene.post("cdi").send().is(201);
          assertThat(of(scene, "cdi.create", "owner_node")).isEqualTo("node-of-the-suite");
        });
  }

  private static void duration(
      Table table, String path, String operation, int lease, int retention) {
    table.add(
        "%s has a lease of %d s and a retention of %d s".formatted(path, lease, retention),
        scene -> {
          scene.post(path).send().is(201);
          assertThat(seconds(scene, operation, "lease_until - claimed")).isEqualTo(lease);
          assertThat(seconds(scene, operation, "expires - finished")).isEqualTo(retention);
        });
  }

  private static int seconds(Scene scene, String operation, String interval) throws Exception {
    return Integer.parseInt(
        of(scene, operation, "CAST(EXTRACT(epoch FROM " + interval + ") AS int)"));
  }

  private static void limits(Table table) {
    table.proves("5.17", "body", "a body over `stored-body-limit`");
    table.add(
        "a body of the configured limit is captured, one byte more is 413",
        scene -> {
          Exchange request = scene.post("small").type("text/plain");
          request.body("x".repeat(101)).send().problem(413, "content-too-large");
          scene.ranNever();
          request.body("x".repeat(100)).send().is(201).first();
        });
    table.add(
        "the limit counts for what a compressed body becomes",
        scene -> {
          byte[] zipped = Packed.gzip(Packed.utf8("x".repeat(101)));
          Exchange request = scene.post("small").type("text/plain").body(zipped);
          request.with("Content-Encoding", "gzip").send().problem(413, "content-too-large");
          scene.ranNever();
        });
    table.add(
        "a response over the configured limit is not kept",
        scene -> {
          Exchange request = scene.post("small").json("{}").want(Want.ODD_JSON);
          request.send().is(200).first();
          request.send().problem(409, "result-not-kept");
          scene.ranOnce();
          assertThat(of(scene, "small.create", "body IS NULL")).isEqualTo("true");
        });
    table.add(
        "with a stored limit of nothing an empty body is still kept",
        scene -> {
          Exchange request = scene.post("settings/stores-nothing");
          Reply empty = request.want(Want.NO_CONTENT_204).send().is(204).first();
          request.send().replays(empty);
          scene.ranOnce();
        });
    table.add(
        "without a key the limit of an optional operation doesn't count",
        scene -> {
          String body = "x".repeat((1 << 20) + 1);
          Exchange request = scene.post("optional").type("text/plain").body(body);
          request.send().problem(413, "content-too-large");
          request.withoutKey().send().is(201).first();
          scene.ranOnce();
        });
  }

  private static void excludedMembers(Table table) {
    table.proves("5.11", "what is compared");
    for (String path : new String[] {ANNOTATED, CONFIGURED}) {
      table.add(
          "an excluded member may change, no other may [" + path + "]",
          scene -> {
            Exchange request = scene.post(path);
            Reply first =
                request.json("{\"clientTimestamp\":1,\"amount\":5}").send().is(201).first();
            request.json("{\"amount\":5,\"clientTimestamp\":{\"x\":[]}}").send().replays(first);
            request.json("{\"amount\":5}").send().replays(first);
            request
                .json("{\"clientTimestamp\":1,\"amount\":6}")
                .send()
                .problem(422, "key-mismatch");
            request
                .json("{\"clientTimestamp\":01,\"amount\":5}")
                .send()
                .problem(400, "content-malformed");
            request
                .json("{\"a\":{\"clientTimestamp\":1},\"amount\":5}")
                .send()
                .problem(422, "key-mismatch");
            scene.ranOnce();
          });
    }
    table.add(
        "a pointer goes into arrays and knows escapes",
        scene -> {
          Exchange request = scene.post(ANNOTATED);
          Reply first = request.json("{\"items\":[{\"sent/at\":1},{}]}").send().is(201).first();
          request.json("{\"items\":[{\"sent/at\":2},{}]}").send().replays(first);
          request.json("{\"items\":[{},{\"sent/at\":2}]}").send().problem(422, "key-mismatch");
          scene.ranOnce();
        });
  }

  private static void headers(Table table) {
    table.proves("6.2", "stored headers");
    table.add(
        "the list of stored headers is configurable",
        scene -> {
          Exchange request = scene.post(CONFIGURED).want(Want.EVERY_HEADER);
          Reply first = request.send().is(201).first();
          Reply retry = request.send().is(201).replay();
          assertThat(retry.body()).isEqualTo(first.body());
          retry.has("X-Custom", "kept by nobody").has("ETag").has("Link").has("Set-Cookie");
          assertThat(retry.lines("Location")).isEqualTo(first.lines("Location"));
        });
    table.add(
        "a required key can be made optional by configuration",
        scene -> {
          scene.post(CONFIGURED).withoutKey().send().is(201).first();
          scene.post(CONFIGURED).withoutKey().send().is(201).first();
          scene.ran(2, 2);
        });
  }

  private static void reactions(Table table) {
    table.proves("7.1", "7.2", "which endings are stored", "key-spent");
    for (String path : new String[] {ANNOTATED, CONFIGURED}) {
      table.add(
          "a status can give the key back [" + path + "]",
          scene -> {
            scene.post(path).want(Want.CONFLICT_409).send().is(409).first();
            scene.ran(1, 0);
            scene.post(path).send().is(201).first();
            scene.ran(2, 1);
          });
      table.add(
          "a status can be the outcome although it is a 5xx [" + path + "]",
          scene -> {
            Reply first = scene.post(path).want(Want.UNAVAILABLE_503).send().is(503).first();
            scene.post(path).send().replays(first);
            scene.ran(1, 1);
          });
      table.add(
          "a status can spend the key [" + path + "]",
          scene -> {
            scene.post(path).want(Want.UNPROCESSABLE_422).send().is(422).first();
            scene.post(path).send().problem(409, "key-spent").has("Retry-After");
            scene.post(path).json("{}").send().problem(422, "key-mismatch");
            scene.ran(1, 1);
          });
    }
    table.add(
        "a class can give the key back",
        scene -> {
          scene.post("settings/by-class").want(Want.THROW_CHECKED_MAPPED_422).send().is(422);
          scene.ran(1, 0);
          scene.post("settings/by-class").send().is(201).first();
        });
    table.add(
        "a class can be the outcome although its status is a 5xx",
        scene -> {
          Exchange request = scene.post("settings/by-class").want(Want.THROW_MAPPED_503);
          Reply first = request.send().is(503).first();
          request.want(Want.CREATED_201).send().replays(first);
          scene.ran(1, 0);
        });
    table.add(
        "a class can spend the key",
        scene -> {
          scene.post("settings/by-class").want(Want.THROW_402).send().is(402).first();
          scene.post("settings/by-class").send().problem(409, "key-spent");
          scene.ran(1, 0);
        });
  }
}
