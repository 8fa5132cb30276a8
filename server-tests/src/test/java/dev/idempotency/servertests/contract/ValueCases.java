// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Guarded beans behind a resource that is not guarded: what a client sees of value calls. */
final class ValueCases {

  private static final long PATIENCE_SECONDS = 30;

  private ValueCases() {}

  static void addTo(Table table) {
    returned(table);
    refused(table);
  }

  private static void returned(Table table) {
    table.proves("5.18", "6.9");
    Map<String, String> values = new LinkedHashMap<>();
    values.put("nothing", "void");
    values.put("null", "null");
    values.put("zero", "java.lang.Long=0");
    values.put("false", "java.lang.Boolean=false");
    values.put("empty", "java.lang.String=");
    values.put("optional", "java.util.Optional=Optional.empty");
    values.put("list", "java.lang.Boolean=true");
    values.forEach(
        (method, told) ->
            table.add(
                "a value call that returns " + method + " runs once and returns the same",
                scene -> {
                  for (int call = 0; call < 3; call++) {
                    String text = scene.post("value/" + method).send().is(200).first().text();
                    assertThat(text).isEqualTo(told);
                    scene.ranOnce();
                  }
                  scene.recorded("value." + method, "SUCCEEDED VALUE");
                }));
  }

  private static void refused(Table table) {
    table.proves("4.1", "7.5", "replayed-failure", "transaction-doomed");
    table.add(
        "a value call without a key anywhere is 400",
        scene -> {
          scene.post("value/zero").withoutKey().send().problem(400, "key-missing");
          scene.ranNever();
        });
    table.add(
        "a value call with a malformed key is 400",
        scene -> {
          scene.post("value/zero").key("two words").send().problem(400, "key-malformed");
          scene.ranNever();
        });
    table.add(
        "the stored refusal of a value call is a problem of its own",
        scene -> {
          scene.post("value/refusing").send().is(422).first();
          scene.ranOnce();
          scene.post("value/refusing").send().problem(409, "replayed-failure");
          scene.ranOnce();
        });
    table.add(
        "other arguments under the key are a mismatch",
        scene -> {
          scene.post("value/zero").send().is(200);
          scene.post("value/zero").with("Label", "other").send().problem(422, "key-mismatch");
        });
    table.add(
        "a value call inside a transaction that can't commit is refused before its claim",
        scene -> {
          int before = scene.rows().allRecords();
          scene
              .post("value/doomed")
              .send()
              .problem(503, "transaction-doomed")
              .has("Retry-After", "1");
          scene.ranNever();
          scene.noneRecordedSince(before);
        });
    table.proves("stale-snapshot");
    table.add(
        "a value call inside an older snapshot cannot write its outcome, and rolls back",
        scene -> {
          for (int call = 1; call <= 2; call++) {
            Reply refused = scene.post("value/stale").send().problem(503, "stale-snapshot");
            refused.has("Retry-After", "1");
            scene.ran(call, 0);
          }
        });
    table.proves("lease-lost");
    table.add(
        "a value call that outlived its lease in its caller's transaction is told so",
        scene -> {
          CompletableFuture<Reply> late = ScopeCases.held(scene, scene.post("value/held"));
          scene.rows().change("value-cdi.held", Scene.ALICE, scene.key(), "lease_until = claimed");
          Reply successor = scene.post("value/held").send().is(200).first();
          scene.control("DELETE", "held/" + scene.label());
          late.get(PATIENCE_SECONDS, TimeUnit.SECONDS).problem(409, "lease-lost");
          scene.ran(2, 1);
          assertThat(scene.post("value/held").send().is(200).text()).isEqualTo(successor.text());
          scene.ran(2, 1);
        });
    table.proves("refused");
    table.add(
        "a refusal of the application's own kind is a problem as well",
        scene -> {
          scene.post("value/own-refusal").send().problem(500, "refused");
          scene.ran(1, 0);
        });
  }
}
