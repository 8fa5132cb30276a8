// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.Optional;

/** A second opinion on JSON that shares no code with ours: Jackson's parser and its trees. */
final class JsonOracle {

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
          .build();

  private JsonOracle() {}

  static boolean equalByValue(String a, String b) {
    return equal(parse(a), parse(b));
  }

  private static JsonNode parse(String document) {
    try {
      return STRICT.readTree(document);
    } catch (JsonProcessingException e) {
      throw new AssertionError("The generator wrote illegal JSON: " + document, e);
    }
  }

  /** Returns the document, or empty where Jackson refuses it. */
  static Optional<JsonNode> read(byte[] document) {
    try {
      return Optional.of(STRICT.readTree(document)).filter(node -> !node.isMissingNode());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean equal(JsonNode a, JsonNode b) {
    if (a.isNumber() && b.isNumber()) {
      return a.decimalValue().compareTo(b.decimalValue()) == 0;
    }
    if (a.getNodeType() != b.getNodeType() || a.size() != b.size()) {
      return false;
    }
    if (a.isObject()) {
      return a.properties().stream()
          .allMatch(
              member -> b.has(member.getKey()) && equal(member.getValue(), b.get(member.getKey())));
    }
    for (int i = 0; i < a.size(); i++) {
      if (!equal(a.get(i), b.get(i))) {
        return false;
      }
    }
    return a.isArray() || a.equals(b);
  }
}
