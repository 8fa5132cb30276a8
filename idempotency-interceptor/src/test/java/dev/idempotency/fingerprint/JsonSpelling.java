// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Writes a value of {@link JsonValues} as JSON in one of the many ways that mean the same. */
final class JsonSpelling {

  private static final String[] WHITE_SPACE = {"", "", "", " ", "\n", "\r\n", "\t", "  \n\t"};

  private final Random random;
  private final StringBuilder out = new StringBuilder();

  private JsonSpelling(Random random) {
    this.random = random;
  }

  static String of(Object value, Random random) {
    JsonSpelling spelling = new JsonSpelling(random);
    spelling.value(value);
    return spelling.out.toString();
  }

  private void value(Object value) {
    whiteSpace();
    if (value instanceof Map<?, ?> object) {
      object(object);
    } else if (value instanceof List<?> array) {
      array(array);
    } else if (value instanceof String text) {
      text(text);
    } else if (value instanceof BigDecimal number) {
      number(number);
    } else {
      out.append(value == JsonValues.NULL ? "null" : value.toString());
    }
    whiteSpace();
  }

  private void whiteSpace() {
    out.append(WHITE_SPACE[random.nextInt(WHITE_SPACE.length)]);
  }

  private void object(Map<?, ?> object) {
    List<Map.Entry<?, ?>> members = new ArrayList<>(object.entrySet());
    Collections.shuffle(members, random);
    out.append('{');
    whiteSpace();
    String separator = "";
    for (Map.Entry<?, ?> member : members) {
      out.append(separator);
      value(member.getKey());
      out.append(':');
      value(member.getValue());
      separator = ",";
    }
    out.append('}');
  }

  private void array(List<?> array) {
    out.append('[');
    whiteSpace();
    String separator = "";
    for (Object element : array) {
      out.append(separator);
      value(element);
      separator = ",";
    }
    out.append(']');
  }

  private void text(String text) {
    int oftenEscaped = random.nextInt(4);
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      boolean pair = Character.isHighSurrogate(unit);
      if (random.nextInt(4) < oftenEscaped) {
        escape(unit);
        if (pair) {
          escape(text.charAt(++i));
        }
      } else if (pair) {
        out.append(unit).append(text.charAt(++i));
      } else {
        plain(unit);
      }
    }
    out.append('"');
  }

  private void plain(char unit) {
    int named = "\"\\/\b\f\n\r\t".indexOf(unit);
    if (named >= 0 && (unit != '/' || random.nextBoolean())) {
      out.append('\\').append("\"\\/bfnrt".charAt(named));
    } else if (unit < ' ') {
      escape(unit);
    } else {
      out.append(unit);
    }
  }

  private void escape(char unit) {
    HexFormat hex = random.nextBoolean() ? HexFormat.of() : HexFormat.of().withUpperCase();
    out.append("\\u").append(hex.toHexDigits(unit));
  }

  private void number(BigDecimal number) {
    int shift = random.nextBoolean() ? 0 : random.nextInt(41) - 20;
    String digits = number.movePointLeft(shift).toPlainString();
    if (number.signum() == 0 && random.nextBoolean()) {
      digits = "-" + digits;
    }
    out.append(digits);
    if (random.nextInt(3) == 0) {
      out.append(digits.indexOf('.') < 0 ? "." : "").append("0".repeat(1 + random.nextInt(3)));
    }
    if (shift != 0 || random.nextInt(4) == 0) {
      out.append(random.nextBoolean() ? 'e' : 'E');
      out.append(shift < 0 ? "-" : random.nextBoolean() ? "+" : "");
      out.append("0".repeat(random.nextInt(3))).append(Math.abs(shift));
    }
  }
}
