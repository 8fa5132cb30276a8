// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Generates JSON values as maps, lists, texts, {@link BigDecimal}, {@link Boolean} and {@link
 * #NULL}, from few and awkward ingredients, so that equal values and near misses are common.
 */
final class JsonValues {

  /** The JSON null. */
  static final Object NULL = new Object();

  private static final int DEEPEST = 3;
  private static final int MOST_CHILDREN = 5;
  private static final String[] PIECES = {
    "a",
    "b",
    "A",
    "amount",
    " ",
    "\"",
    "\\",
    "/",
    "'",
    "\n",
    "\t",
    "\b",
    "\f",
    "\r",
    "\u0000",
    "\u001f",
    "\u007f",
    "\u0080",
    "é",
    "e\u0301",
    "\u07ff",
    "\u0800",
    "€",
    "\u2028",
    "\ud7ff",
    "\ue000",
    "\ufeff",
    "\uffff",
    "\ud800\udc00",
    "😀",
    "\udbff\udfff",
    "null",
    "0",
    "u0041",
  };

  private final Random random;

  JsonValues(Random random) {
    this.random = random;
  }

  Object value() {
    return value(random.nextInt(DEEPEST + 1));
  }

  private Object value(int depth) {
    return switch (random.nextInt(depth == 0 ? 5 : 9)) {
      case 0 -> NULL;
      case 1 -> random.nextBoolean();
      case 2 -> text();
      case 3, 4 -> number();
      case 5, 6 -> array(depth);
      default -> object(depth);
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private BigDecimal number() {
    return switch (random.nextInt(4)) {
      case 0 -> BigDecimal.valueOf(random.nextInt(3) - 1);
      case 1 ->
          new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(60) - 30);
      case 2 -> BigDecimal.valueOf(random.nextInt(2001) - 1000, random.nextInt(30) - 15);
      default -> BigDecimal.valueOf(random.nextLong(), random.nextInt(20));
    };
  }

  private List<Object> array(int depth) {
    List<Object> array = new ArrayList<>();
    for (int i = random.nextInt(MOST_CHILDREN); i > 0; i--) {
      array.add(value(depth - 1));
    }
    return array;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    int most = random.nextInt(10) == 0 ? 40 : MOST_CHILDREN;
    for (int i = random.nextInt(most); i > 0; i--) {
      object.put(text(), value(depth - 1));
    }
    return object;
  }

  /** Returns a copy with one random place changed; the change may happen to change nothing. */
  Object mutated(Object value) {
    if (value instanceof Map<?, ?> object && !object.isEmpty() && random.nextInt(4) > 0) {
      return mutatedObject(object);
    }
    if (value instanceof List<?> array && !array.isEmpty() && random.nextInt(4) > 0) {
      return mutatedArray(array);
    }
    if (value instanceof BigDecimal number && random.nextBoolean()) {
      return random.nextBoolean() ? number.negate() : number.add(number.ulp());
    }
    return value(1);
  }

  private Object mutatedObject(Map<?, ?> object) {
    Map<String, Object> copy = new LinkedHashMap<>();
    int chosen = random.nextInt(object.size());
    boolean rename = random.nextInt(4) == 0;
    boolean drop = random.nextInt(4) == 0;
    for (Map.Entry<?, ?> member : object.entrySet()) {
      boolean here = chosen-- == 0;
      if (!here) {
        copy.put((String) member.getKey(), member.getValue());
      } else if (rename) {
        copy.putIfAbsent(text(), member.getValue());
      } else if (!drop) {
        copy.put((String) member.getKey(), mutated(member.getValue()));
      }
    }
    return copy;
  }

  private Object mutatedArray(List<?> array) {
    List<Object> copy = new ArrayList<>(array);
    int chosen = random.nextInt(copy.size());
    switch (random.nextInt(4)) {
      case 0 -> copy.remove(chosen);
      case 1 -> copy.add(random.nextInt(copy.size() + 1), copy.get(chosen));
      case 2 -> copy.add(copy.remove(chosen));
      default -> copy.set(chosen, mutated(copy.get(chosen)));
    }
    return copy;
  }
}
