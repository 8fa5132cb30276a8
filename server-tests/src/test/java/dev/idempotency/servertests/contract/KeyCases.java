// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Theme 4 and the first table of docs/reference/http.md: what a key is. */
final class KeyCases {

  private static final String MALFORMED = "key-malformed";
  private static final String REPEATED = "key-repeated";
  private static final int LONGEST = 255;

  private KeyCases() {}

  static void addTo(Table table) {
    absent(table);
    refused(table);
    refusedBySomebody(table);
    carriageReturn(table);
    accepted(table);
  }

  private static void absent(Table table) {
    table.proves("4.1", "absent", "key-missing");
    table.onEveryKind(
        "a missing key is refused where it is required",
        (scene, kind) -> {
          int before = scene.rows().allRecords();
          scene.post(kind).withoutKey().send().problem(400, "key-missing");
          scene.ranNever();
          scene.noneRecordedSince(before);
        });
    table.add(
        "without a key an optional operation runs each time, unguarded",
        scene -> {
          int before = scene.rows().allRecords();
          scene.post("optional").withoutKey().send().is(201).first();
          scene.post("optional").withoutKey().send().is(201).first();
          scene.ran(2, 2);
          scene.noneRecordedSince(before);
        });
    table.add(
        "with a key an optional operation runs once",
        scene -> {
          Reply first = scene.post("optional").send().is(201).first();
          scene.post("optional").send().replays(first);
          scene.ranOnce();
          scene.recorded("optional.create", "SUCCEEDED RESPONSE");
        });
  }

  private static void refused(Table table) {
    table.proves(
        "4.2",
        "4.9",
        "characters",
        "no parameters",
        "present but empty, blank, malformed or repeated",
        "key-malformed",
        "key-repeated");
    Map<String, String> malformed = new LinkedHashMap<>();
    malformed.put("empty", "");
    malformed.put("three spaces", "   ");
    malformed.put("a tab", "\t");
    malformed.put("empty in quotes", "\"\"");
    malformed.put("a space inside", "two words");
    malformed.put("a tab inside", "two\twords");
    malformed.put("a semicolon", "a;b");
    malformed.put("a bare quote inside", "a\"b");
    malformed.put("a bare backslash", "a\\b");
    malformed.put("a trailing comma", "abc,");
    malformed.put("a leading comma", ",abc");
    malformed.put("only a comma", ",");
    malformed.put("a parameter", "\"abc\";v=1");
    malformed.put("a parameter after a bare key", "abc;v=1");
    malformed.put("an open quote", "\"abc");
    malformed.put("a closing quote alone", "abc\"");
    malformed.put("text behind the quotes", "\"abc\"d");
    malformed.put("an unknown escape", "\"a\\nb\"");
    malformed.put("a backslash at the end", "\"abc\\");
    malformed.put("256 characters", "x".repeat(LONGEST + 1));
    malformed.put("256 characters in quotes", '"' + "x".repeat(LONGEST + 1) + '"');
    malformed.put("4,000 characters", "x".repeat(4000));
    malformed.forEach(
        (what, value) -> refusedEverywhere(table, "a key of " + what, value, MALFORMED));
    Map<String, String> repeated = new LinkedHashMap<>();
    repeated.put("two bare keys on one line", "abc,def");
    repeated.put("two bare keys with a space", "abc, def");
    repeated.put("the same key twice on one line", "abc,abc");
    repeated.put("two quoted keys on one line", "\"abc\", \"def\"");
    repeated.forEach((what, value) -> refusedEverywhere(table, what, value, REPEATED));
    for (String path : new String[] {"cdi", "ejb", "plain", "optional"}) {
      table.add(
          "two lines of keys are refused [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            scene.post(path).and("Idempotency-Key", "k2").send().problem(400, REPEATED);
            scene.post(path).and("idempotency-key", scene.key()).send().problem(400, REPEATED);
            scene.ranNever();
            scene.noneRecordedSince(before);
          });
    }
  }

  /** What a server may refuse by itself before JAX-RS: the status counts, and that nothing runs. */
  private static void refusedBySomebody(Table table) {
    table.proves("4.4", "control characters and bytes beyond ASCII in a key");
    Map<String, String> values = new LinkedHashMap<>();
    values.put("UTF-8", latinOf("cl\u00e9-\u2713"));
    values.put("UTF-8 in quotes", latinOf("\"cl\u00e9-\u2713\""));
    values.put("Latin-1", "cl\u00e9");
    values.put("NUL", "a\u0000b");
    values.put("BEL", "a\u0007b");
    values.put("BEL in quotes", "\"a\u0007b\"");
    values.put("ESC", "a\u001b[31mb");
    values.put("DEL", "a\u007fb");
    values.put("vertical tab", "a\u000bb");
    values.put("a folded line", "a\r\n b");
    values.put("a C1 control", "a\u0085b");
    values.forEach(
        (what, value) ->
            table.addWhereServersDiffer(
                "a key with " + what + " is a 400 and runs nothing",
                scene -> {
                  int before = scene.rows().allRecords();
                  scene.post("cdi").key(value).send().is(400);
                  scene.post("optional").key(value).send().is(400);
                  scene.ranNever();
                  scene.noneRecordedSince(before);
                }));
  }

  /** A bare CR ends the line for one server and is refused by the other; both are legal. */
  private static void carriageReturn(Table table) {
    table.proves("4.4");
    table.addWhereServersDiffer(
        "a key with a lone carriage return is never a 5xx",
        scene -> {
          Reply reply = scene.post("cdi").key(scene.key() + "\rb").send();
          assertThat(reply.status()).isIn(201, 400);
        });
  }

  /** Also where the key is optional: a key that is there but unusable is no missing one. */
  private static void refusedEverywhere(Table table, String what, String value, String problem) {
    for (String path : new String[] {"cdi", "ejb", "plain", "optional"}) {
      table.add(
          what + " is refused [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            Reply reply = scene.post(path).key(value).send().problem(400, problem);
            if (value.length() > 2) {
              reply.holdsNot(value);
            }
            scene.ranNever();
            scene.noneRecordedSince(before);
          });
    }
  }

  private static void accepted(Table table) {
    table.proves("4.9", "4.11", "`Idempotency-Key`", "characters");
    table.onEveryKind(
        "quoted and bare are the same key",
        (scene, kind) -> {
          Reply first = scene.post(kind).key('"' + scene.key() + '"').send().is(201).first();
          scene.post(kind).key(scene.key()).send().replays(first);
          scene.post(kind).key(" \t" + scene.key() + "\t ").send().replays(first);
          scene.ranOnce();
          scene.recorded(kind + ".create", "SUCCEEDED RESPONSE");
        });
    table.onEveryKind(
        "escapes in quotes stand for themselves",
        (scene, kind) -> {
          String key = "a\"b\\c" + scene.key();
          String sent = '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
          Reply first = scene.post(kind).key(sent).send().is(201).first();
          scene.post(kind).key(sent).send().replays(first);
          assertThat(scene.record(kind + ".create", Scene.ALICE, key)).startsWith("SUCCEEDED");
        });
    table.onEveryKind(
        "space, comma and semicolon are legal in quotes",
        (scene, kind) -> {
          String key = "a b,c;d " + scene.key();
          Reply first = scene.post(kind).key('"' + key + '"').send().is(201).first();
          scene.post(kind).key('"' + key + '"').send().replays(first);
          assertThat(scene.record(kind + ".create", Scene.ALICE, key)).startsWith("SUCCEEDED");
        });
    table.onEveryKind(
        "every legal bare character makes a key",
        (scene, kind) -> {
          StringBuilder all = new StringBuilder();
          for (char c = '!'; c <= '~'; c++) {
            if (" ,;\"\\".indexOf(c) < 0) {
              all.append(c);
            }
          }
          String key = all + scene.key();
          Reply first = scene.post(kind).key(key).send().is(201).first();
          scene.post(kind).key(key).send().replays(first);
          assertThat(scene.record(kind + ".create", Scene.ALICE, key)).startsWith("SUCCEEDED");
        });
    for (int length : new int[] {1, LONGEST}) {
      table.onEveryKind(
          "a key of %d characters is legal".formatted(length),
          (scene, kind) -> {
            String key = (scene.key() + "x".repeat(LONGEST)).substring(scene.key().length() - 1);
            key = key.substring(0, length);
            Exchange request = scene.post(kind).as("user-" + scene.key()).key(key);
            Reply first = request.send().is(201).first();
            request.send().replays(first);
            scene.ranOnce();
          });
    }
    table.onEveryKind(
        "the header's name is case-blind",
        (scene, kind) -> {
          Exchange request = scene.post(kind).withoutKey();
          Reply first = request.and("idempotency-key", scene.key()).send().is(201).first();
          request.and("IDEMPOTENCY-KEY", scene.key()).send().replays(first);
          request.and("iDeMpOtEnCy-KeY", scene.key()).send().replays(first);
          scene.ranOnce();
        });
    table.onEveryKind(
        "the value is case-exact",
        (scene, kind) -> {
          scene.post(kind).key(scene.key() + "-abc").send().is(201).first();
          scene.post(kind).key(scene.key() + "-ABC").send().is(201).first();
          scene.ran(2, 2);
        });
    table.onEveryKind(
        "percent signs in a key are no escapes",
        (scene, kind) -> {
          scene.post(kind).key(scene.key() + "%00").send().is(201).first();
          scene.post(kind).key(scene.key() + "%00").send().is(201).replay();
          scene.ranOnce();
        });
    table.add(
        "the name of the header is configurable, and the other name means nothing there",
        scene -> {
          scene.post("renamed").send().problem(400, "key-missing");
          Exchange request = scene.post("renamed").withoutKey().and("X-Request-Key", scene.key());
          Reply first = request.send().is(201).first();
          request.send().replays(first);
          request.and("Idempotency-Key", "ignored here").send().replays(first);
          scene.ranOnce();
        });
  }

  private static String latinOf(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
