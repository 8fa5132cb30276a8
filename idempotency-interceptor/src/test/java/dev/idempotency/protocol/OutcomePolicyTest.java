// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P25: what an ending means for the key")
class OutcomePolicyTest {

  private static final int NO_STATUS = 0;
  private static final Ending UNCHECKED = new Ending.Threw(new IllegalStateException(), false);
  private static final Ending RETURNED = new Ending.Returned("done");

  @ParameterizedTest
  @CsvSource({
    "200, REPLAY", "201, REPLAY", "204, REPLAY", "302, REPLAY", "400, REPLAY", "401, REPLAY",
    "402, REPLAY", "403, REPLAY", "404, REPLAY", "408, RETRY", "409, REPLAY", "422, REPLAY",
    "425, RETRY", "429, RETRY", "499, REPLAY", "500, RETRY", "503, RETRY", "599, RETRY"
  })
  void aStatusDecidesWhateverTheEnding(int status, Reaction reaction) {
    assertThat(OutcomePolicy.DEFAULTS.reactionTo(RETURNED, status)).isEqualTo(reaction);
    assertThat(OutcomePolicy.DEFAULTS.reactionTo(UNCHECKED, status)).isEqualTo(reaction);
  }

  @Test
  void withoutAStatusTheKindOfExceptionDecides() {
    assertThat(OutcomePolicy.DEFAULTS.reactionTo(UNCHECKED, NO_STATUS)).isEqualTo(Reaction.RETRY);
    assertThat(
            OutcomePolicy.DEFAULTS.reactionTo(
                new Ending.Threw(new StackOverflowError(), false), NO_STATUS))
        .isEqualTo(Reaction.RETRY);
    assertThat(
            OutcomePolicy.DEFAULTS.reactionTo(new Ending.Threw(new IOException(), true), NO_STATUS))
        .isEqualTo(Reaction.REPLAY);
    assertThat(OutcomePolicy.DEFAULTS.reactionTo(RETURNED, NO_STATUS)).isEqualTo(Reaction.REPLAY);
  }

  @Test
  void aListedStatusDecidesBeforeAListedClass() {
    OutcomePolicy policy =
        new OutcomePolicy(
            Map.of(409, Reaction.NEW_KEY), Map.of(IllegalStateException.class, Reaction.REPLAY));
    assertThat(policy.reactionTo(UNCHECKED, 409)).isEqualTo(Reaction.NEW_KEY);
    assertThat(policy.reactionTo(UNCHECKED, NO_STATUS)).isEqualTo(Reaction.REPLAY);
    assertThat(policy.reactionTo(RETURNED, 409)).isEqualTo(Reaction.NEW_KEY);
  }

  @Test
  void theNearestListedSuperclassDecides() {
    OutcomePolicy policy =
        new OutcomePolicy(
            Map.of(),
            Map.of(RuntimeException.class, Reaction.NEW_KEY, Exception.class, Reaction.REPLAY));
    assertThat(policy.reactionTo(UNCHECKED, NO_STATUS)).isEqualTo(Reaction.NEW_KEY);
    assertThat(policy.reactionTo(new Ending.Threw(new IOException(), false), NO_STATUS))
        .isEqualTo(Reaction.REPLAY);
    assertThat(policy.reactionTo(new Ending.Threw(new AssertionError(), false), NO_STATUS))
        .isEqualTo(Reaction.RETRY);
  }

  @Test
  void anInnerCallThatIsBusyGivesTheOuterKeyBackWhateverItsStatus() {
    KeyInProgressException busy =
        new KeyInProgressException("busy", null, Duration.ofSeconds(1), null);
    assertThat(OutcomePolicy.DEFAULTS.reactionTo(new Ending.Threw(busy, false), 409))
        .isEqualTo(Reaction.RETRY);
  }
}
