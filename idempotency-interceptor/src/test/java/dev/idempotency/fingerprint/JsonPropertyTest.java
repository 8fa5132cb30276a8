// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import static dev.idempotency.fingerprint.ContentRefusedException.Reason.MALFORMED;
import static dev.idempotency.fingerprint.Requests.json;
import static dev.idempotency.fingerprint.Requests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** What holds for every JSON document, tried on generated ones against Jackson as the oracle. */
class JsonPropertyTest {

  private static final Pattern ESCAPED_SURROGATE = Pattern.compile("\\\\u[dD][89a-fA-F]");

  @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void equalByValueIsEqualByFingerprintAndTheOtherWayRound(@ForAll long seed) {
    Random random = new Random(seed);
    JsonValues values = new JsonValues(random);
    Object value = values.value();
    String document = JsonSpelling.of(value, random);
    String respelled = JsonSpelling.of(value, random);
    String mutated = JsonSpelling.of(values.mutated(value), random);
    String other = JsonSpelling.of(values.value(), random);

    assertThat(JsonOracle.equalByValue(document, respelled)).isTrue();
    assertThat(json(respelled)).as(respelled).isEqualTo(json(document));
    assertAgreement(document, mutated);
    assertAgreement(document, other);
  }

  private static void assertAgreement(String a, String b) {
    assertThat(json(a).equals(json(b)))
        .as("%s and %s are equal", a, b)
        .isEqualTo(JsonOracle.equalByValue(a, b));
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void theCanonicalFormMeansTheSameAndIsItsOwn(@ForAll long seed) {
    Random random = new Random(seed);
    String document = JsonSpelling.of(new JsonValues(random).value(), random);
    String canonical = CanonicalTextOf.json(document);

    assertThat(JsonOracle.equalByValue(canonical, document)).as(document).isTrue();
    assertThat(CanonicalTextOf.json(canonical)).isEqualTo(canonical);
  }

  @Property(tries = 5_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void damagedDocumentsAreAcceptedExactlyWhereTheOracleAcceptsThem(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] damaged = damaged(JsonSpelling.of(new JsonValues(random).value(), random), random);
    String shown = new String(damaged, StandardCharsets.UTF_8);

    ContentRefusedException refused = Requests.refusal(() -> parse(damaged));

    if (refused == null) {
      assertThat(JsonOracle.read(damaged)).as(shown).isPresent();
    } else if (refused.reason() == MALFORMED && isPlainUtf8(damaged)) {
      assertThat(JsonOracle.read(damaged)).as(shown).isEmpty();
    }
  }

  private static void parse(byte[] document) {
    JsonParser.parse(document, 0, document.length);
  }

  private static byte[] damaged(String document, Random random) {
    byte[] bytes = utf8(document);
    String pieces = "{}[]:,\"\\ue0-+.19 \nntf/\u0001";
    for (int i = 1 + random.nextInt(3); i > 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      byte piece = (byte) pieces.charAt(random.nextInt(pieces.length()));
      bytes[at] = random.nextInt(8) == 0 ? (byte) random.nextInt(256) : piece;
      if (random.nextInt(4) == 0) {
        bytes = Arrays.copyOf(bytes, at);
      }
    }
    return bytes;
  }

  /** Jackson takes some of what we refuse: other encodings, a byte order mark, lone surrogates. */
  private static boolean isPlainUtf8(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') < 0
          && !text.startsWith("\ufeff")
          && !ESCAPED_SURROGATE.matcher(text).find();
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
