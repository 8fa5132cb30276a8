// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Theme 5 and docs/reference/fingerprint.md: what makes a retry the same request. */
final class FingerprintCases {

  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";

  private FingerprintCases() {}

  static void addTo(Table table) {
    json(table);
    refusedJson(table);
    limits(table);
    otherBodies(table);
    sequences(table);
  }

  private static void same(Table table, String what, String type, String one, String other) {
    table.add(
        what + " is the same request",
        scene -> {
          Reply first = scene.post("cdi").type(type).body(one).send().is(201).first();
          scene.post("cdi").type(type).body(other).send().replays(first);
          scene.ranOnce();
        });
  }

  private static void different(Table table, String what, String type, String one, String other) {
    table.add(
        what + " is another request",
        scene -> {
          Reply first = scene.post("cdi").type(type).body(one).send().is(201).first();
          scene.post("cdi").type(type).body(other).send().problem(422, "key-mismatch");
          scene.post("cdi").type(type).body(one).send().replays(first);
          scene.ranOnce();
        });
  }

  private static void json(Table table) {
    table.proves("5.1", "5.3", "5.7", "5.8", "what is compared");
    String payment = Scene.PAYMENT;
    same(
        table,
        "members in reverse order",
        JSON,
        payment,
        "{\"memo\":\"rent\",\"currency\":\"EUR\",\"amount\":125.40,\"account\":\"acc-17\"}");
    same(
        table,
        "white space",
        JSON,
        payment,
        " {\r\n\t\"account\" : \"acc-17\" ,\"amount\":125.40,\"currency\":\"EUR\",\"memo\":\"rent\"} ");
    same(
        table,
        "a nested object in another order",
        JSON,
        "{\"a\":{\"x\":1,\"y\":[{\"p\":1,\"q\":2}]}}",
        "{\"a\":{\"y\":[{\"q\":2,\"p\":1}],\"x\":1}}");
    different(table, "an array in another order", JSON, "{\"a\":[1,2]}", "{\"a\":[2,1]}");
    for (String spelling : new String[] {"125.4", "1254e-1", "1.254E2", "1.254e+2", "0.1254e3"}) {
      same(table, "125.40 as " + spelling, JSON, payment, payment.replace("125.40", spelling));
    }
    different(table, "125.41 for 125.40", JSON, payment, payment.replace("125.40", "125.41"));
    for (String zero : new String[] {"-0", "0.0", "0e5", "-0.00E-7"}) {
      same(table, "0 as " + zero, JSON, "[0]", "[" + zero + "]");
    }
    different(
        table,
        "a number beyond a double's digits",
        JSON,
        "[9007199254740992]",
        "[9007199254740993]");
    different(
        table,
        "the last digit of a long decimal",
        JSON,
        "[0.1234567890123456789]",
        "[0.1234567890123456788]");
    different(table, "a number as a text", JSON, "[1]", "[\"1\"]");
    same(table, "an escaped slash", JSON, "[\"a/b\"]", "[\"a\\/b\"]");
    same(table, "a slash by its number", JSON, "[\"a/b\"]", "[\"a\\u002fb\"]");
    same(table, "an escaped surrogate pair", JSON, "[\"\ud83d\ude00\"]", "[\"\\ud83d\\ude00\"]");
    same(table, "a member's name in escapes", JSON, "{\"a\":1}", "{\"\\u0061\":1}");
    different(
        table, "a decomposed umlaut for a composed one", JSON, "[\"\u00e9\"]", "[\"e\u0301\"]");
    String[] absent = {
      "{\"memo\":null}", "{}", "{\"memo\":\"\"}", "{\"memo\":0}", "{\"memo\":false}"
    };
    for (int one = 0; one < absent.length; one++) {
      for (int other = 0; other < one; other++) {
        different(table, absent[one] + " for " + absent[other], JSON, absent[other], absent[one]);
      }
    }
    different(table, "null for an empty body", JSON, "", "null");
    different(table, "{} for an empty body", JSON, "", "{}");
    different(table, "\"\" for an empty body", JSON, "", "\"\"");
    same(table, "an empty body", JSON, "", "");
    same(
        table,
        "JSON under a type that ends in +json",
        "application/vnd.bank+json",
        "{\"a\":1.0,\"b\":2}",
        "{ \"b\":2,\"a\":1}");
  }

  private static void refusedJson(Table table) {
    table.proves("5.6", "5.8", "content-malformed");
    Map<String, String> malformed = new LinkedHashMap<>();
    malformed.put("a repeated member", "{\"amount\":1,\"amount\":9000}");
    malformed.put("a repeated member with escapes", "{\"amount\":1,\"\\u0061mount\":9000}");
    malformed.put("a nested repeated member", "{\"a\":[{\"b\":1,\"b\":1}]}");
    malformed.put("a lone high surrogate", "[\"\\ud800\"]");
    malformed.put("another lone high surrogate", "[\"\\ud801\"]");
    malformed.put("a lone low surrogate", "[\"\\udc00\"]");
    malformed.put("surrogates in the wrong order", "[\"\\udc00\\ud800\"]");
    malformed.put("an open object", "{\"a\":1");
    malformed.put("an open string", "[\"a]");
    malformed.put("a trailing comma", "[1,]");
    malformed.put("two documents", "{}{}");
    malformed.put("text behind it", "{} x");
    malformed.put("a comment", "{/* */}");
    malformed.put("single quotes", "{'a':1}");
    malformed.put("a bare name", "{a:1}");
    malformed.put("NaN", "[NaN]");
    malformed.put("Infinity", "[-Infinity]");
    malformed.put("a leading zero", "[01]");
    malformed.put("a leading plus", "[+1]");
    malformed.put("a point without digits", "[1.]");
    malformed.put("an exponent without digits", "[1e]");
    malformed.put("a hexadecimal number", "[0x1]");
    malformed.put("an unknown escape", "[\"\\x\"]");
    malformed.put("a short escape", "[\"\\u12\"]");
    malformed.put("a raw control character", "[\"a\u0001b\"]");
    malformed.put("a raw line feed", "[\"a\nb\"]");
    malformed.put("only white space", "  ");
    malformed.put("a byte order mark", "\ufeff{}");
    malformed.put("plain text", "hello");
    malformed.forEach(
        (what, body) -> {
          refusedBody(table, what, body.getBytes(StandardCharsets.UTF_8), 400, "content-malformed");
        });
    Map<String, String> bytes = new LinkedHashMap<>();
    bytes.put("an overlong slash", "5b22c0af225d");
    bytes.put("CESU-8", "5b22eda0bdedb880225d");
    bytes.put("Latin-1", "5b22e9225d");
    bytes.put("a cut UTF-8 sequence", "5b22e282225d");
    bytes.put("UTF-16", "fffe5b005d00");
    bytes.put("UTF-32", "0000005b0000005d");
    bytes.put("NUL bytes", "00000000");
    bytes.forEach(
        (what, hex) ->
            refusedBody(table, what, HexFormat.of().parseHex(hex), 400, "content-malformed"));
  }

  private static void refusedBody(
      Table table, String what, byte[] body, int status, String problem) {
    for (String path : new String[] {"cdi", "ejb", "optional"}) {
      table.add(
          "JSON with " + what + " is refused [" + path + "]",
          scene -> {
            int before = scene.rows().allRecords();
            scene.post(path).type(JSON).body(body).send().problem(status, problem);
            scene.ranNever();
            scene.noneRecordedSince(before);
            scene.post(path).type(JSON).body("{\"amount\":9000}").send().is(201).first();
            scene.ranOnce();
          });
    }
  }

  private static void limits(Table table) {
    table.proves("5.3", "5.17", "content-too-large");
    atLimit(table, "100 levels", nested(100), nested(101));
    atLimit(
        table,
        "a number of 1,000 characters",
        "[" + "1".repeat(1000) + "]",
        "[" + "1".repeat(1001) + "]");
    atLimit(table, "an exponent of 1,000", "[1e1000]", "[1e1001]");
    atLimit(table, "an exponent of -1,000", "[1e-1000]", "[1e-1001]");
    atLimit(table, "under 500,000 values", values(499_990), values(500_010));
    int limit = 1 << 20;
    atLimit(table, "1 MiB", '"' + "x".repeat(limit - 2) + '"', '"' + "x".repeat(limit - 1) + '"');
    Map<String, String> absurd = new LinkedHashMap<>();
    absurd.put("1e999999999", "[1e999999999]");
    absurd.put("1e-999999999", "[1e-999999999]");
    absurd.put("an exponent of 1,000 digits", "[1e" + "9".repeat(1000) + "]");
    absurd.put("a megabyte of digits", "9".repeat(1_000_000));
    absurd.put("a megabyte of decimals", "0." + "9".repeat(1_000_000));
    absurd.put("100,000 nested arrays", "[".repeat(100_000) + "]".repeat(100_000));
    absurd.put("100,000 open arrays", "[".repeat(100_000));
    absurd.put("100,000 nested objects", "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000));
    absurd.forEach(
        (what, body) ->
            refusedBody(
                table, what, body.getBytes(StandardCharsets.UTF_8), 413, "content-too-large"));
  }

  private static void atLimit(Table table, String what, String within, String beyond) {
    table.add(
        what + " is within the limit, more is 413",
        scene -> {
          int before = scene.rows().allRecords();
          scene.post("cdi").json(beyond).send().problem(413, "content-too-large");
          scene.ranNever();
          scene.noneRecordedSince(before);
          Reply first = scene.post("cdi").json(within).send().is(201).first();
          scene.post("cdi").json(within).send().replays(first);
          scene.ranOnce();
        });
  }

  private static String nested(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  private static String values(int number) {
    return "[" + "0,".repeat(number - 1) + "0]";
  }

  private static void otherBodies(Table table) {
    table.proves("5.10", "what is compared");
    same(table, "the same text", "text/plain", "hello", "hello");
    different(table, "text with a line feed", "text/plain", "hello", "hello\n");
    different(table, "JSON under another type", "text/plain", "{\"a\":1}", "{\"a\":1.0}");
    different(table, "an empty text", "text/plain", "", " ");
    same(table, "a form's other spelling", FORM, "a=x+y&b=%C3%A9", "a=x%20y&b=%c3%a9");
    same(table, "a form's name without value", FORM, "a&b=1", "a=&b=1");
    different(table, "a form in another order", FORM, "a=1&b=2", "b=2&a=1");
    different(table, "a form's other value", FORM, "a=1", "a=2");
    table.add(
        "a form with a broken escape is refused",
        scene -> {
          scene.post("cdi").type(FORM).body("a=%zz").send().problem(400, "content-malformed");
          scene.ranNever();
        });
  }

  private static void sequences(Table table) {
    table.proves("5.11", "5.13", "5.14", "7.2", "key-mismatch");
    table.onEveryKind(
        "a mismatch leaves the record as it was",
        (scene, kind) -> {
          Reply first = scene.post(kind).send().is(201).first();
          String other = Scene.PAYMENT.replace("rent", "food");
          scene.post(kind).json(other).send().problem(422, "key-mismatch");
          scene.post(kind).send().replays(first);
          scene.post(kind).json(other).send().problem(422, "key-mismatch");
          scene.ranOnce();
        });
    table.add(
        "a corrected request after a stored refusal is a mismatch, never the old refusal",
        scene -> {
          Want refused = Want.BAD_REQUEST_400;
          scene.post("cdi").json("{\"otp\":1}").want(refused).send().is(400).first();
          scene.post("cdi").json("{\"otp\":2}").send().problem(422, "key-mismatch");
          scene.ranOnce();
        });
    table.add(
        "equal payments under two keys are two payments",
        scene -> {
          scene.post("cdi").send().is(201).first();
          scene.post("cdi").key("other-" + scene.key()).send().is(201).first();
          scene.ran(2, 2);
        });
    table.onEveryKind(
        "the stored fingerprint is the documented one, also after completion",
        (scene, kind) -> {
          scene.post(kind).send().is(201);
          assertThat(
                  scene
                      .rows()
                      .record(
                          kind + ".create",
                          Scene.ALICE,
                          scene.key(),
                          "fingerprint_version || ' ' || encode(fingerprint, 'hex')"))
              .isEqualTo("1 " + ofPayment("/" + kind));
        });
  }

  /** Version 1 byte by byte, written from the documentation alone. */
  private static String ofPayment(String path) throws Exception {
    String canonical =
        "{\"account\":\"acc-17\",\"amount\":125.4,\"currency\":\"EUR\",\"memo\":\"rent\"}";
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    for (String text : new String[] {"idempotency-request-1", "POST", path}) {
      block(sha256, text);
    }
    sha256.update(new byte[Integer.BYTES]);
    block(sha256, JSON);
    block(sha256, "json");
    sha256.update(
        MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8)));
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static void block(MessageDigest sha256, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, utf8.length));
    sha256.update(utf8);
  }
}
