// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** How a body arrives: chunked, compressed, as form and multipart; the method sees all of it. */
final class BodyCases {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int SEED = 17;

  private BodyCases() {}

  static void addTo(Table table) {
    untouched(table);
    framing(table);
    codings(table);
    forms(table);
    multipart(table);
  }

  private static void untouched(Table table) {
    table.proves("6.10", "what is compared");
    byte[] random = new byte[100_000];
    new Random(SEED).nextBytes(random);
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("application/json", Packed.utf8(" { \"b\" : 1.00 ,\r\n\"a\":\"\\u00e9\u00e9\"}\n"));
    bodies.put("application/octet-stream", random);
    bodies.put("text/plain;charset=ISO-8859-1", Exchange.latin("caf\u00e9"));
    bodies.put("application/xml", Packed.utf8("<a>\n</a>"));
    bodies.put(FORM, Packed.utf8("b=2&a=1+1&&c"));
    bodies.put("image/png", new byte[0]);
    bodies.forEach(
        (type, body) ->
            table.add(
                "the method sees the bytes of %s as sent, with and without a key".formatted(type),
                scene -> {
                  Exchange request = scene.post("body/bytes").type(type).body(body);
                  Reply first = request.send().is(200).first();
                  assertThat(first.body()).isEqualTo(body);
                  Reply unguarded = request.withoutKey().send().is(200).first();
                  assertThat(unguarded.body()).isEqualTo(body);
                  request.send().replays(first);
                  scene.ran(2, 2);
                }));
  }

  private static void framing(Table table) {
    table.proves("5.17", "body");
    for (int size : new int[] {1, 7, 1000}) {
      table.add(
          "chunks of %d bytes are the same request as none".formatted(size),
          scene -> {
            Exchange request = scene.post("body/bytes");
            Reply first = request.sendInChunks(size).is(200).first();
            assertThat(first.text()).isEqualTo(Scene.PAYMENT);
            request.send().replays(first);
            request.sendInChunks(3).replays(first);
            scene.ranOnce();
          });
    }
    table.add(
        "an empty chunked body is an empty body",
        scene -> {
          Exchange request = scene.post("body/bytes").body("");
          Reply first = request.sendInChunks(1).is(200).first();
          request.send().replays(first);
          scene.ranOnce();
        });
    table.add(
        "a chunked body over the limit is 413",
        scene -> {
          int before = scene.rows().allRecords();
          Exchange request = scene.post("small").type("text/plain");
          request.body("x".repeat(101)).sendInChunks(10).problem(413, "content-too-large");
          scene.ranNever();
          scene.noneRecordedSince(before);
          request.body("x".repeat(100)).sendInChunks(10).is(201).first();
        });
  }

  private static void codings(Table table) {
    table.proves("5.17", "`Content-Encoding`");
    table.add(
        "a compressed body is the same request as a plain one, and arrives compressed",
        scene -> {
          Exchange plain = scene.post("cdi");
          Reply first = plain.send().is(201).first();
          byte[] zipped = Packed.gzip(Packed.utf8(Scene.PAYMENT));
          plain.body(zipped).with("Content-Encoding", "gzip").send().replays(first);
          plain.body(zipped).with("Content-Encoding", "x-gzip").send().replays(first);
          plain
              .body(Packed.deflate(Packed.utf8(Scene.PAYMENT)))
              .with("Content-Encoding", "deflate")
              .send()
              .replays(first);
          plain.with("Content-Encoding", "identity").send().replays(first);
          scene.ranOnce();
        });
    table.add(
        "the method sees a compressed body as sent",
        scene -> {
          byte[] zipped = Packed.gzip(Packed.utf8(Scene.PAYMENT));
          Exchange request = scene.post("body/bytes").body(zipped).with("Content-Encoding", "gzip");
          Reply unguarded = request.withoutKey().send().is(200).first();
          Reply first = request.send().is(200).first();
          assertThat(first.body()).isEqualTo(unguarded.body());
        });
    Map<String, byte[]> damaged = new LinkedHashMap<>();
    damaged.put("gzip", Packed.utf8("not zipped"));
    damaged.put("deflate", Packed.utf8("not deflated"));
    damaged.put("br", Packed.utf8(Scene.PAYMENT));
    damaged.put("gzip, deflate, gzip", Packed.utf8(Scene.PAYMENT));
    damaged.forEach(
        (coding, body) ->
            table.add(
                "a damaged or unknown coding is refused: " + coding,
                scene -> {
                  int before = scene.rows().allRecords();
                  Exchange request = scene.post("cdi").with("Content-Encoding", coding);
                  request.body(body).send().problem(400, "content-malformed");
                  scene.ranNever();
                  scene.noneRecordedSince(before);
                }));
    table.add(
        "a truncated gzip body is refused",
        scene -> {
          byte[] whole = Packed.gzip(Packed.utf8(Scene.PAYMENT));
          byte[] cut = Arrays.copyOf(whole, whole.length / 2);
          Exchange request = scene.post("cdi").with("Content-Encoding", "gzip").body(cut);
          request.send().problem(400, "content-malformed");
          scene.ranNever();
        });
    table.add(
        "a small body that grows over the limit is refused",
        scene -> {
          byte[] bomb = Packed.gzip(new byte[50 * (1 << 20)]);
          Exchange request = scene.post("cdi").with("Content-Encoding", "gzip").body(bomb);
          request.send().problem(413, "content-too-large");
          scene.ranNever();
        });
  }

  private static void forms(Table table) {
    table.proves("what is compared");
    for (String path : new String[] {"body/form", "body/whole-form"}) {
      table.add(
          "a form reaches the method with and without a key [" + path + "]",
          scene -> {
            Exchange request =
                scene.post(path).type(FORM).body("payer=Fulano+Rico&amount=1%2C5&amount=2");
            Reply unguarded = request.withoutKey().send().is(200).first();
            unguarded.holds("Fulano Rico [1,5, 2]");
            Reply first = request.send().is(200).first().holds("Fulano Rico [1,5, 2]");
            request.send().replays(first);
            request.body("payer=Fulano+Rico&amount=1%2C5").send().problem(422, "key-mismatch");
            scene.ran(2, 2);
          });
    }
  }

  private static String parts(String boundary, String json, String file) {
    return "--"
        + boundary
        + "\r\n"
        + "Content-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n"
        + json
        + "\r\n--"
        + boundary
        + "\r\n"
        + "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\n"
        + file
        + "\r\n--"
        + boundary
        + "--\r\n";
  }

  private static Exchange multipart(Exchange request, String boundary, String json, String file) {
    return request
        .type("multipart/form-data; boundary=" + boundary)
        .body(parts(boundary, json, file));
  }

  private static void multipart(Table table) {
    table.proves("what is compared", "content-malformed");
    table.add(
        "multipart reaches the method, and its boundary doesn't count",
        scene -> {
          Exchange request = scene.post("body/multipart");
          Exchange plain = multipart(request, "one", "{\"a\":1.0}", "hello");
          plain.withoutKey().send().is(200).first().holds("meta={\"a\":1.0},file=hello");
          Reply first = plain.send().is(200).first().holds("meta={\"a\":1.0},file=hello");
          multipart(request, "another", "{ \"a\":1 }", "hello").send().replays(first);
          multipart(request, "one", "{\"a\":2}", "hello").send().problem(422, "key-mismatch");
          multipart(request, "one", "{\"a\":1.0}", "Hello").send().problem(422, "key-mismatch");
          scene.ran(2, 2);
        });
    String good = parts("b", "{}", "hello");
    Map<String, String> malformed = new LinkedHashMap<>();
    malformed.put("no last boundary", good.substring(0, good.length() - "--b--\r\n".length()));
    malformed.put("no boundary at all", "hello");
    malformed.put("bare line feeds", good.replace("\r\n", "\n"));
    malformed.put("a part without a name", good.replace("name=\"meta\"", "title=\"meta\""));
    malformed.put("no form data", good.replace("form-data; name=\"meta\"", "attachment"));
    malformed.put(
        "a repeated part header",
        good.replace("Content-Type: text/plain", "Content-Type: a/b\r\nContent-Type: a/b"));
    malformed.put(
        "a folded part header", good.replace("Content-Type: text", "Content-Type:\r\n text"));
    malformed.put("text after a boundary", good.replace("--b\r\n", "--b x\r\n"));
    malformed.put("a JSON part that is none", parts("b", "{", "hello"));
    malformed.put("a JSON part with repeated members", parts("b", "{\"a\":1,\"a\":1}", "hello"));
    malformed.forEach(
        (what, body) ->
            table.add(
                "multipart with " + what + " is refused",
                scene -> {
                  int before = scene.rows().allRecords();
                  Exchange request =
                      scene.post("cdi").type("multipart/form-data; boundary=b").body(body);
                  request.send().problem(400, "content-malformed");
                  scene.ranNever();
                  scene.noneRecordedSince(before);
                }));
    table.add(
        "multipart without a boundary parameter is refused",
        scene -> {
          Exchange request = scene.post("cdi").type("multipart/form-data").body(good);
          request.send().problem(400, "content-malformed");
          scene.ranNever();
        });
    table.add(
        "1,000 parts are within the limit, more are 413",
        scene -> {
          Exchange request = scene.post("cdi").type("multipart/form-data; boundary=b");
          request.body(manyParts(1001)).send().problem(413, "content-too-large");
          scene.ranNever();
          request.body(manyParts(1000)).send().is(201).first();
        });
    table.add(
        "a part's headers over 8,192 bytes are 413",
        scene -> {
          Exchange request = scene.post("cdi").type("multipart/form-data; boundary=b");
          String more = "name=\"meta\"; x=\"" + "y".repeat(8192) + '"';
          request
              .body(good.replace("name=\"meta\"", more))
              .send()
              .problem(413, "content-too-large");
          scene.ranNever();
        });
  }

  private static String manyParts(int number) {
    String part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n";
    return part.repeat(number) + "--b--\r\n";
  }
}
