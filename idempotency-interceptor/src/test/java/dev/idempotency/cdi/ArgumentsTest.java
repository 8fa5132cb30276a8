// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.idempotency.AnonymousCallers;
import dev.idempotency.Protocol;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.LeaseTerms;
import dev.idempotency.protocol.Operation;
import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.protocol.Retention;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the arguments of a value call are compared. */
class ArgumentsTest {

  enum Currency {
    EUR,
    BRL
  }

  record Money(BigDecimal amount, Currency currency) {}

  static class Line {
    public String name = "rent";
    public Line parent;
  }

  static class Detailed extends Line {
    public int detail;

    Detailed(int detail) {
      this.detail = detail;
    }
  }

  /** A lazy collection outside of its session. */
  static class Lazy {
    public List<String> getLines() {
      throw new IllegalStateException("could not initialize a collection");
    }

    @JsonIgnore
    public String getSecret() {
      return "secret";
    }
  }

  private static String json(Object... arguments) {
    return new String(ArgumentJson.of(method(arguments.length), arguments), StandardCharsets.UTF_8);
  }

  private static Fingerprint fingerprint(Object... arguments) {
    return ArgumentFingerprints.of(method(arguments.length), arguments).current();
  }

  private static GuardedMethod method(int arguments) {
    Operation operation =
        new Operation(
            "lines.add",
            Protocol.TWO_TRANSACTIONS,
            new LeaseTerms(Duration.ofSeconds(30), Duration.ofMinutes(15)),
            Retention.FOREVER,
            Duration.ofSeconds(5),
            Duration.ZERO,
            OutcomePolicy.DEFAULTS);
    return new GuardedMethod(
        "Lines.add(…)",
        new GuardedOperation(
            operation,
            true,
            AnonymousCallers.SHARED,
            true,
            List.of(),
            new GuardedOperation.RequestRules("k", 1, 1, List.of())),
        new ArgumentPlan(ArgumentPlan.NO_KEY, IntStream.range(0, arguments).boxed().toList()),
        Json.RESULTS.constructType(String.class),
        RollbackRule.of(Optional.empty()),
        Set.of(),
        false);
  }

  @Test
  void everyUsualTypeHasOneTextInEveryProcess() {
    assertThat(
            json(
                UUID.fromString("00000000-0000-0000-0000-000000000007"),
                Instant.parse("2026-01-02T03:04:05.000006Z"),
                LocalDate.of(2026, 1, 2),
                ZonedDateTime.parse("2026-03-29T02:30:00+01:00[Europe/Berlin]"),
                Duration.ofSeconds(90),
                new BigDecimal("1E+3"),
                new byte[] {1, 2},
                Currency.EUR,
                Optional.of(1),
                Optional.empty(),
                null,
                new Money(new BigDecimal("125.40"), Currency.BRL)))
        .isEqualTo(
            """
            ["00000000-0000-0000-0000-000000000007","2026-01-02T03:04:05.000006Z","2026-01-02",\
            "2026-03-29T03:30:00+02:00[Europe/Berlin]","PT1M30S",1000,"AQI=","EUR",1,null,null,\
            {"amount":125.40,"currency":"BRL"}]""");
  }

  @Nested
  class Equal {

    @Test
    void areNumbersOfOneValue() {
      assertThat(fingerprint(new BigDecimal("125.4")))
          .isEqualTo(fingerprint(new BigDecimal("125.40")));
      assertThat(fingerprint(new BigDecimal("1E+3"))).isEqualTo(fingerprint(1000));
      assertThat(fingerprint(125.4)).isNotEqualTo(fingerprint(125.41));
    }

    @Test
    void areSetsOfTheSameElements() {
      Set<Object> one = new LinkedHashSet<>(List.of("b", Set.of("x", "y"), "a", Currency.EUR));
      Set<Object> other = new LinkedHashSet<>(List.of("a", Currency.EUR, Set.of("y", "x"), "b"));
      assertThat(json(one)).isEqualTo(json(other));
      assertThat(json(List.of(one))).isEqualTo(json(List.of(other)));
      assertThat(json(Map.of("k", one))).isEqualTo(json(Map.of("k", other)));
      assertThat(json(new Object[] {Set.of(new Money(BigDecimal.ONE, Currency.EUR))}))
          .isEqualTo("[[{\"amount\":1,\"currency\":\"EUR\"}]]");
    }

    @Test
    void areMapsOfTheSameEntries() {
      Map<String, Integer> one = new LinkedHashMap<>(Map.of("a", 1));
      one.put("b", 2);
      Map<String, Integer> other = new LinkedHashMap<>(Map.of("b", 2));
      other.put("a", 1);
      assertThat(fingerprint(one)).isEqualTo(fingerprint(other));
    }

    @Test
    void areNullAndAbsentMembersButNotNullAndAbsentArguments() {
      assertThat(fingerprint(new Line())).isEqualTo(fingerprint(Map.of("name", "rent")));
      assertThat(fingerprint(1, null)).isNotEqualTo(fingerprint(null, 1));
      assertThat(fingerprint(1, null)).isNotEqualTo(fingerprint(1));
    }
  }

  @Nested
  class Different {

    @Test
    void areListsInAnotherOrder() {
      assertThat(fingerprint(List.of(1, 2))).isNotEqualTo(fingerprint(List.of(2, 1)));
    }

    @Test
    void areValuesThatOnlyTheClassOfTheArgumentShows() {
      Line one = new Detailed(1);
      Line other = new Detailed(2);
      assertThat(fingerprint(one)).isNotEqualTo(fingerprint(other));
    }
  }

  @Nested
  class Refused {

    @Test
    void isWhatRefersToItself() {
      Line line = new Line();
      line.parent = line;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> json("first", line))
          .withMessageContaining("Argument 2 of Lines.add")
          .withMessageContaining(Line.class.getName())
          .withMessageContaining("@ExcludedFromFingerprint");
    }

    @Test
    void isWhatHasNoContent() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> json(new Object()))
          .withMessageContaining("Argument 1 of Lines.add(…), a java.lang.Object");
    }

    @Test
    void isACollectionThatCannotBeLoaded() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> json(new Lazy()))
          .withMessageContaining(Lazy.class.getName());
    }

    @Test
    void isTextThatIsNoUnicode() {
      assertThatIllegalArgumentException().isThrownBy(() -> fingerprint("\ud800"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E+2000", "1E-2000", "1E+20000", "1E-20000"})
    void isANumberBeyondTheLimits(String number) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> fingerprint(new BigDecimal(number)))
          .withMessageContaining("of Lines.add(…)")
          .withMessageNotContaining("000000");
    }

    @Test
    void isWhatAGetterRefusesAndItsWordsAreNotShown() {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> json(new Secretive()))
          .withMessageContaining("Argument 1 of Lines.add")
          .withMessageNotContaining("sentinel");
    }

    public static class Secretive {
      public int getNumber() {
        throw new IllegalStateException("sentinel");
      }
    }

    @Test
    void isWhatNestsTooDeep() {
      Object nested = List.of();
      for (int i = 0; i < 200; i++) {
        nested = Arrays.asList(nested);
      }
      Object deep = nested;
      assertThatIllegalArgumentException()
          .isThrownBy(() -> fingerprint(deep))
          .withMessageContaining("The arguments of Lines.add(…)");
    }
  }
}
