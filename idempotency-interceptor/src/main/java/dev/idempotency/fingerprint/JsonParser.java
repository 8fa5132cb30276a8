// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.charset.StandardCharsets;

/**
 * Reads JSON by the letter of RFC 8259, and refuses what it leaves open: repeated members, lone
 * surrogates, a byte order mark. The depth of its recursion is limited.
 */
final class JsonParser {

  private static final String WHAT = "JSON";
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte BYTE_ORDER_MARK = (byte) 0xEF;

  private final byte[] in;
  private final int end;
  private final JsonTape tape;
  private final JsonTextReader texts;
  private int at;

  private JsonParser(byte[] in, int from, int end) {
    this.in = in;
    this.at = from;
    this.end = end;
    this.tape = new JsonTape(in, end - from);
    this.texts = new JsonTextReader(in, end, tape);
  }

  /**
   * Parses one document.
   *
   * @throws ContentRefusedException if it is malformed, ambiguous or beyond a limit
   */
  static JsonTape parse(byte[] in, int from, int to) {
    return new JsonParser(in, from, to).document();
  }

  static ContentRefusedException malformed(String fact, int offset) {
    return ContentRefusedException.malformed(WHAT, fact, offset);
  }

  private JsonTape document() {
    skipWhiteSpace();
    value(0);
    skipWhiteSpace();
    if (at < end) {
      throw malformed("something follows the value", at);
    }
    return tape;
  }

  private void value(int depth) {
    switch (peek()) {
      case '{' -> object(depth + 1);
      case '[' -> array(depth + 1);
      case '"' -> at = texts.read(at);
      case 'n' -> literal(NULL, JsonTape.Kind.NULL);
      case 't' -> literal(TRUE, JsonTape.Kind.TRUE);
      case 'f' -> literal(FALSE, JsonTape.Kind.FALSE);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
      case BYTE_ORDER_MARK -> throw malformed("a byte order mark is not allowed", at);
      default -> throw malformed("a value was expected", at);
    }
  }

  private void object(int depth) {
    int object = open(JsonTape.Kind.OBJECT, depth);
    if (!accept('}')) {
      do {
        skipWhiteSpace();
        if (peek() != '"') {
          throw malformed("a member name was expected", at);
        }
        at = texts.read(at);
        expect(':', "a colon was expected");
        skipWhiteSpace();
        value(depth);
      } while (accept(','));
      expect('}', "a comma or the end of the object was expected");
    }
    if (!tape.endObject(object)) {
      throw malformed("the object that ends here repeats a member name", at);
    }
  }

  private void array(int depth) {
    int array = open(JsonTape.Kind.ARRAY, depth);
    if (!accept(']')) {
      do {
        skipWhiteSpace();
        value(depth);
      } while (accept(','));
      expect(']', "a comma or the end of the array was expected");
    }
    tape.endArray(array);
  }

  private int open(JsonTape.Kind kind, int depth) {
    if (depth > Limits.JSON_DEPTH) {
      throw ContentRefusedException.tooLarge(
          "Nesting of the JSON document", Limits.JSON_DEPTH, "levels");
    }
    at++;
    return tape.add(kind, at, at);
  }

  private void literal(byte[] word, JsonTape.Kind kind) {
    for (byte letter : word) {
      if (peek() != letter) {
        throw malformed("a value was expected", at);
      }
      at++;
    }
    tape.add(kind, at, at);
  }

  private void number() {
    int first = at;
    at = JsonNumber.endOf(in, first, end);
    tape.add(JsonTape.Kind.NUMBER, first, at);
  }

  private void expect(char wanted, String fact) {
    if (!accept(wanted)) {
      throw at < end ? malformed(fact, at) : endsTooEarly(at);
    }
  }

  private boolean accept(char wanted) {
    skipWhiteSpace();
    boolean found = at < end && in[at] == wanted;
    if (found) {
      at++;
    }
    return found;
  }

  private byte peek() {
    if (at == end) {
      throw endsTooEarly(at);
    }
    return in[at];
  }

  static ContentRefusedException endsTooEarly(int offset) {
    return malformed("the document ends too early", offset);
  }

  private void skipWhiteSpace() {
    while (at < end && isWhiteSpace(in[at])) {
      at++;
    }
  }

  private static boolean isWhiteSpace(byte value) {
    return value == ' ' || value == '\n' || value == '\r' || value == '\t';
  }
}
