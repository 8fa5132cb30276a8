// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Makes requests of which each is malformed for certain, in its key, its body, its encoding or its
 * framing. The same number and seed make the same request.
 */
final class MalformedRequests {

  private static final String JSON = "application/json";
  private static final int LONGEST_KEY = 255;

  /** Nothing of them may stand in a bare key, wherever. */
  private static final String NEVER_BARE = " ,;\"\\\u00e9\u00ff";

  private final Scene scene;
  private final Random random;

  /** Says what was wrong with a request, for a failure's message. */
  record Malformed(String what, Request request) {}

  @FunctionalInterface
  interface Request {
    /** Returns null where the server closed the connection without an answer. */
    Reply send() throws IOException;
  }

  MalformedRequests(Scene scene, Random random) {
    this.scene = scene;
    this.random = random;
  }

  Malformed next() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> key();
      case 2, 3, 4 -> json();
      case 5, 6 -> coding();
      case 7 -> multipart();
      case 8 -> other();
      default -> framing();
    };
  }

  private Exchange request() {
    String[] paths = {"cdi", "ejb", "plain", "optional", "cdi/1/refund"};
    return scene.post(pick(paths)).key("m-" + UUID.randomUUID());
  }

  private Malformed key() {
    StringBuilder key = new StringBuilder();
    int length = 1 + random.nextInt(40);
    for (int i = 0; i < length; i++) {
      key.append((char) ('!' + random.nextInt('~' - '!' + 1)));
    }
    String bad = String.valueOf(NEVER_BARE.charAt(random.nextInt(NEVER_BARE.length())));
    String value =
        switch (random.nextInt(6)) {
          case 0 -> "k" + bad + "k";
          case 1 -> '"' + key.toString().replaceAll("[\"\\\\]", "");
          case 2 -> "\"k\"" + key;
          case 3 -> "x".repeat(LONGEST_KEY + 1 + random.nextInt(2000));
          case 4 -> " ".repeat(random.nextInt(5));
          default -> "\"" + key.toString().replaceAll("[\"\\\\]", "") + "\\" + "z\"";
        };
    Exchange request = request().key(value);
    return new Malformed(
        "key " + value,
        (random.nextInt(8) == 0 ? request.and("Idempotency-Key", "k2") : request)::send);
  }

  private Malformed json() {
    String good = document(3);
    byte[] whole = Packed.utf8(good);
    byte[] bad =
        switch (random.nextInt(9)) {
          case 0 -> Arrays.copyOf(whole, 1 + random.nextInt(whole.length - 1));
          case 1 -> Packed.utf8(good + pick(new String[] {"]", "}", "x", ",", "0", "\u0000"}));
          case 2 -> Packed.utf8("{\"a\":" + good + ",\"b\":0,\"\\u0061\":1}");
          case 3 -> Packed.utf8("[" + good + ",\"\\ud8" + pick(new String[] {"00", "ff"}) + "\"]");
          case 4 -> joined("[\"", new byte[] {(byte) (0x80 + random.nextInt(0x40))}, "\"]");
          case 5 -> joined("[\"", new byte[] {(byte) random.nextInt(0x20)}, "\"]");
          case 6 -> Packed.utf8("[".repeat(101 + random.nextInt(5000)));
          case 7 ->
              Packed.utf8(
                  "[1e"
                      + (random.nextBoolean() ? "" : "-")
                      + (1001 + random.nextInt(1 << 30))
                      + "]");
          default -> noise();
        };
    return new Malformed("JSON " + Exchange.shown(bad), request().type(JSON).body(bad)::send);
  }

  /** Never legal JSON: it begins with a byte that begins no value. */
  private byte[] noise() {
    byte[] noise = new byte[1 + random.nextInt(300)];
    random.nextBytes(noise);
    noise[0] = (byte) pick(new String[] {"}", "]", ",", ":", "x", "'", "+"}).charAt(0);
    return noise;
  }

  private Malformed coding() {
    byte[] body = Packed.utf8(document(2));
    String coding = pick(new String[] {"gzip", "deflate", "x-gzip", "GZIP"});
    switch (random.nextInt(4)) {
      case 0 -> coding = pick(new String[] {"br", "zstd", "aes128gcm", "*", "gz ip", "\u00e9"});
      case 1 -> coding = "gzip, gzip, " + coding;
      case 2 -> body = noise();
      default -> {
        byte[] whole = zipped(body);
        body = Arrays.copyOf(whole, 1 + random.nextInt(whole.length - 9));
        coding = "gzip";
      }
    }
    Exchange request = request().type(JSON).body(body).with("Content-Encoding", coding);
    return new Malformed("coding " + coding + " of " + Exchange.shown(body), request::send);
  }

  private static byte[] zipped(byte[] body) {
    try {
      return Packed.gzip(body);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Malformed multipart() {
    String boundary = "b" + random.nextInt(1000);
    String head = "--" + boundary + "\r\n";
    String content =
        switch (random.nextInt(6)) {
          case 0 -> "no boundary at all";
          case 1 -> head + "Content-Disposition: form-data; name=\"a\"\r\n\r\nnever ended";
          case 2 -> head + "Content-Disposition: form-data\r\n\r\nx\r\n--" + boundary + "--";
          case 3 -> head + "no colon\r\n\r\nx\r\n--" + boundary + "--";
          case 4 ->
              head + "Content-Disposition: form-data; name=\"a\r\n\r\nx\r\n--" + boundary + "--";
          default -> "--" + boundary + " junk\r\n\r\n--" + boundary + "--";
        };
    String type = "multipart/form-data";
    type += random.nextInt(5) == 0 ? "" : "; boundary=" + boundary;
    return new Malformed("multipart " + content, request().type(type).body(content)::send);
  }

  private Malformed other() {
    return switch (random.nextInt(2)) {
      case 0 -> {
        Exchange form = request().type("application/x-www-form-urlencoded");
        String body = "a=" + pick(new String[] {"%", "%z1", "%1", "%%20", "%c3%2"});
        yield new Malformed("form " + body, form.body(body)::send);
      }
      default -> {
        String type = pick(new String[] {"json", "/", "a/", "/b", "a b/c", ";", "\u00e9/x"});
        yield new Malformed("type " + type, request().type(type).key("two words")::send);
      }
    };
  }

  private Malformed framing() {
    String body = document(2);
    String chunks =
        switch (random.nextInt(5)) {
          case 0 -> "zz\r\n" + body + "\r\n0\r\n\r\n";
          case 1 -> "-5\r\n" + body + "\r\n0\r\n\r\n";
          case 2 -> Integer.toHexString(body.length() + 50) + "\r\n" + body;
          case 3 -> "fffffffffffffffff\r\n" + body + "\r\n0\r\n\r\n";
          default -> "2\r\n" + body + "\r\n";
        };
    Exchange request = request().type(JSON);
    return new Malformed("chunks " + chunks, () -> request.sendFramedAs("chunked", chunks));
  }

  /** A JSON array or object. */
  private String document(int depth) {
    StringBuilder json = new StringBuilder(random.nextBoolean() ? "[" : "{");
    boolean array = json.charAt(0) == '[';
    int members = 1 + random.nextInt(4);
    for (int i = 0; i < members; i++) {
      json.append(i == 0 ? "" : ",").append(array ? "" : "\"m" + i + "\":");
      json.append(depth > 0 && random.nextInt(3) == 0 ? document(depth - 1) : scalar());
    }
    return json.append(array ? ']' : '}').toString();
  }

  private String scalar() {
    return pick(new String[] {"1", "-2.50", "1e5", "\"text\"", "\"\\u00e9\"", "true", "null", "0"});
  }

  private static byte[] joined(String before, byte[] middle, String after) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(Packed.utf8(before));
    all.writeBytes(middle);
    all.writeBytes(Packed.utf8(after));
    return all.toByteArray();
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }

  /** What else a server must take: nothing in common but that all of it was sent before. */
  static List<Integer> clientErrors() {
    return List.of(400, 406, 411, 413, 414, 415, 422, 431);
  }
}
