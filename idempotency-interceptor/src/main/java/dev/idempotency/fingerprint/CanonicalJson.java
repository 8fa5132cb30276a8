// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes a document in its canonical form: RFC 8785, except that numbers keep all their digits. Two
 * documents have the same form exactly where they are equal by value.
 */
final class CanonicalJson {

  /** What becomes of members that are null. */
  enum NullMembers {
    KEPT,
    LEFT_OUT
  }

  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LOWER_HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final JsonTape tape;
  private final NullMembers nullMembers;
  private final DigestWriter out;

  private CanonicalJson(JsonTape tape, NullMembers nullMembers, DigestWriter out) {
    this.tape = tape;
    this.nullMembers = nullMembers;
    this.out = out;
  }

  static void put(
      JsonTape tape, ExcludedMembers excluded, NullMembers nullMembers, DigestWriter out) {
    new CanonicalJson(tape, nullMembers, out).put(0, excluded.root());
  }

  private void put(int node, ExcludedMembers.@Nullable Step step) {
    switch (tape.kind(node)) {
      case NULL -> out.put(NULL);
      case TRUE -> out.put(TRUE);
      case FALSE -> out.put(FALSE);
      case NUMBER -> JsonNumber.put(tape.bytes(node), tape.from(node), tape.to(node), out);
      case TEXT -> putPlainText(node);
      case UNESCAPED_TEXT -> putEscapedText(node);
      case ARRAY -> putArray(node, step);
      case OBJECT -> putObject(node, step);
    }
  }

  private void putObject(int object, ExcludedMembers.@Nullable Step step) {
    int separator = '{';
    int count = tape.memberCount(object);
    for (int i = 0; i < count; i++) {
      int name = tape.memberName(object, i);
      ExcludedMembers.Step inner = step == null ? null : stepTo(name, step);
      if (counts(name + 1, inner)) {
        out.put(separator);
        separator = ',';
        put(name, null);
        out.put(':');
        put(name + 1, inner);
      }
    }
    if (separator == '{') {
      out.put('{');
    }
    out.put('}');
  }

  private ExcludedMembers.@Nullable Step stepTo(int name, ExcludedMembers.Step step) {
    return step.child(tape.bytes(name), tape.from(name), tape.to(name));
  }

  private boolean counts(int value, ExcludedMembers.@Nullable Step step) {
    boolean excluded = step != null && step.excluded();
    boolean leftOut = nullMembers == NullMembers.LEFT_OUT && tape.kind(value) == JsonTape.Kind.NULL;
    return !excluded && !leftOut;
  }

  private void putArray(int array, ExcludedMembers.@Nullable Step step) {
    int separator = '[';
    int index = 0;
    for (int node = array + 1; node < tape.to(array); node = tape.next(node)) {
      ExcludedMembers.Step inner = step == null ? null : step.child(index);
      if (inner == null || !inner.excluded()) {
        out.put(separator);
        separator = ',';
        put(node, inner);
      }
      index++;
    }
    if (separator == '[') {
      out.put('[');
    }
    out.put(']');
  }

  /** A text that was written without escapes holds nothing that the canonical form escapes. */
  private void putPlainText(int node) {
    out.put('"');
    out.put(tape.bytes(node), tape.from(node), tape.to(node));
    out.put('"');
  }

  private void putEscapedText(int node) {
    byte[] bytes = tape.bytes(node);
    out.put('"');
    for (int i = tape.from(node); i < tape.to(node); i++) {
      putEscaped(bytes[i]);
    }
    out.put('"');
  }

  private void putEscaped(byte value) {
    switch (value) {
      case '"', '\\' -> putEscape(value);
      case '\b' -> putEscape('b');
      case '\t' -> putEscape('t');
      case '\n' -> putEscape('n');
      case '\f' -> putEscape('f');
      case '\r' -> putEscape('r');
      default -> {
        if (value >= 0 && value < ' ') {
          putEscape('u');
          out.put('0');
          out.put('0');
          out.put(LOWER_HEX[value >> 4]);
          out.put(LOWER_HEX[value & 0xF]);
        } else {
          out.put(value);
        }
      }
    }
  }

  private void putEscape(int code) {
    out.put('\\');
    out.put(code);
  }
}
