// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static dev.idempotency.cdi.ResultTypes.RECEIPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.UnreadableRecordException;
import dev.idempotency.cdi.ResultTypes.Bean;
import dev.idempotency.cdi.ResultTypes.Card;
import dev.idempotency.cdi.ResultTypes.Cash;
import dev.idempotency.cdi.ResultTypes.Level;
import dev.idempotency.cdi.ResultTypes.Means;
import dev.idempotency.cdi.ResultTypes.Picky;
import dev.idempotency.cdi.ResultTypes.Receipt;
import dev.idempotency.protocol.InMemoryPorts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A replay gives back the same value of the same type, and never runs the method for it. */
class ResultsTest {

  abstract static class Generic<T> {
    @Inject Runs runs;

    abstract T make();

    @Idempotent
    public List<T> generic(@IdempotencyKey String key) {
      runs.add();
      return List.of(make());
    }
  }

  @ApplicationScoped
  static class Receipts extends Generic<Receipt> {
    @Override
    Receipt make() {
      return RECEIPT;
    }
  }

  @ApplicationScoped
  @Idempotent
  static class Results {
    @Inject Runs runs;
    @Inject InMemoryPorts database;

    private void ran() {
      runs.add();
      database.insert("a row");
    }

    public void nothing(@IdempotencyKey String key) {
      ran();
    }

    public Void boxedNothing(@IdempotencyKey String key) {
      ran();
      return null;
    }

    public String nullText(@IdempotencyKey String key) {
      ran();
      return null;
    }

    public String emptyText(@IdempotencyKey String key) {
      ran();
      return "";
    }

    public boolean no(@IdempotencyKey String key) {
      ran();
      return false;
    }

    public int zero(@IdempotencyKey String key) {
      ran();
      return 0;
    }

    public long longest(@IdempotencyKey String key) {
      ran();
      return Long.MIN_VALUE;
    }

    public char character(@IdempotencyKey String key) {
      ran();
      return 'x';
    }

    public double real(@IdempotencyKey String key) {
      ran();
      return 0.1;
    }

    public Integer boxedNull(@IdempotencyKey String key) {
      ran();
      return null;
    }

    public BigDecimal decimal(@IdempotencyKey String key) {
      ran();
      return new BigDecimal("10.00");
    }

    public BigDecimal wideDecimal(@IdempotencyKey String key) {
      ran();
      return new BigDecimal("1E+3");
    }

    public Optional<Receipt> absent(@IdempotencyKey String key) {
      ran();
      return Optional.empty();
    }

    public OptionalInt absentInt(@IdempotencyKey String key) {
      ran();
      return OptionalInt.empty();
    }

    public Optional<Receipt> present(@IdempotencyKey String key) {
      ran();
      return Optional.of(RECEIPT);
    }

    public List<Receipt> emptyList(@IdempotencyKey String key) {
      ran();
      return List.of();
    }

    public List<Receipt> list(@IdempotencyKey String key) {
      ran();
      return List.of(RECEIPT);
    }

    public List<Integer> nulls(@IdempotencyKey String key) {
      ran();
      return Arrays.asList(1, null);
    }

    public Map<UUID, List<Receipt>> map(@IdempotencyKey String key) {
      ran();
      return Map.of(RECEIPT.id(), List.of(RECEIPT));
    }

    public Set<Level> set(@IdempotencyKey String key) {
      ran();
      return Set.of(Level.HIGH);
    }

    public List<Means> means(@IdempotencyKey String key) {
      ran();
      return List.of(new Card("4"), new Cash(2));
    }

    public byte[] bytes(@IdempotencyKey String key) {
      ran();
      return new byte[] {0, -1};
    }

    public Bean bean(@IdempotencyKey String key) {
      ran();
      return Bean.of("a", 7);
    }

    public OffsetDateTime offset(@IdempotencyKey String key) {
      ran();
      return OffsetDateTime.parse("2026-01-02T03:04:05+12:45");
    }

    public ZonedDateTime zoned(@IdempotencyKey String key) {
      ran();
      return ZonedDateTime.parse("2026-10-25T02:30:00+02:00[Europe/Berlin]");
    }

    public Duration span(@IdempotencyKey String key) {
      ran();
      return Duration.ofMillis(1500);
    }

    public Map<String, Object> loose(@IdempotencyKey String key) {
      ran();
      return Map.of("a", new BigDecimal("1.10"), "b", List.of("c"));
    }

    public Picky picky(@IdempotencyKey String key, int number) {
      ran();
      return Picky.of(number);
    }

    public Bean unwritable(@IdempotencyKey String key) {
      ran();
      return new Bean() {
        @Override
        public int getNumber() {
          throw new IllegalStateException("no number");
        }
      };
    }
  }

  @ApplicationScoped
  static class Runs {
    private final AtomicInteger runs = new AtomicInteger();

    int count() {
      return runs.get();
    }

    void add() {
      runs.incrementAndGet();
    }
  }

  private final TestContainer container =
      TestContainer.of(Results.class, Receipts.class, Runs.class);
  private final Results results = container.get(Results.class);
  private final Runs runs = container.get(Runs.class);
  private final InMemoryPorts database = container.database();

  @AfterEach
  void close() {
    container.close();
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("nothing", null),
        Arguments.of("boxedNothing", null),
        Arguments.of("nullText", null),
        Arguments.of("emptyText", ""),
        Arguments.of("no", false),
        Arguments.of("zero", 0),
        Arguments.of("longest", Long.MIN_VALUE),
        Arguments.of("character", 'x'),
        Arguments.of("real", 0.1),
        Arguments.of("boxedNull", null),
        Arguments.of("decimal", new BigDecimal("10.00")),
        Arguments.of("wideDecimal", new BigDecimal("1E+3")),
        Arguments.of("absent", Optional.empty()),
        Arguments.of("absentInt", OptionalInt.empty()),
        Arguments.of("present", Optional.of(RECEIPT)),
        Arguments.of("emptyList", List.of()),
        Arguments.of("list", List.of(RECEIPT)),
        Arguments.of("nulls", Arrays.asList(1, null)),
        Arguments.of("map", Map.of(RECEIPT.id(), List.of(RECEIPT))),
        Arguments.of("set", Set.of(Level.HIGH)),
        Arguments.of("means", List.of(new Card("4"), new Cash(2))),
        Arguments.of("bytes", new byte[] {0, -1}),
        Arguments.of("bean", Bean.of("a", 7)),
        Arguments.of("offset", OffsetDateTime.parse("2026-01-02T03:04:05+12:45")),
        Arguments.of("zoned", ZonedDateTime.parse("2026-10-25T02:30:00+02:00[Europe/Berlin]")),
        Arguments.of("span", Duration.ofMillis(1500)),
        Arguments.of("loose", Map.of("a", new BigDecimal("1.10"), "b", List.of("c"))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void ofEveryKindAreGivenBackAsTheyWere(String name, Object expected) throws Exception {
    Method method = Results.class.getMethod(name, String.class);
    assertThat(method.invoke(results, "k")).isEqualTo(expected);
    assertThat(method.invoke(results, "k")).isEqualTo(expected);
    assertThat(runs.count()).isEqualTo(1);
  }

  @Test
  void ofAGenericParentAreReadAsWhatTheBeanMakesOfThem() {
    Receipts receipts = container.get(Receipts.class);
    receipts.generic("k");
    assertThat(receipts.generic("k")).containsExactly(RECEIPT);
    assertThat(runs.count()).isEqualTo(1);
  }

  @Test
  void thatCannotBeWrittenRollTheCallBack() {
    assertThatIllegalStateException()
        .isThrownBy(() -> results.unwritable("k"))
        .withMessageContaining("Results.unwritable(String) cannot be stored as JSON")
        .withMessageContaining("rolled back");
    assertThat(database.rows()).isEmpty();
    assertThat(database.find("results.unwritable", "", "k").orElseThrow().isFinal()).isFalse();
  }

  @Test
  void thatCannotBeReadBackFailTheFirstCallAndNotItsRetry() {
    assertThatIllegalStateException()
        .isThrownBy(() -> results.picky("k", 1))
        .withMessageContaining("Results.picky");
    assertThat(database.rows()).isEmpty();
  }

  @Test
  void thatTurnOutUnreadableAreNeverRunAgain() {
    results.picky("proves the type", 2);
    results.picky("k", 1);
    assertThatExceptionOfType(UnreadableRecordException.class)
        .isThrownBy(() -> results.picky("k", 1))
        .withMessageContaining("Results.picky")
        .withMessageContaining("was not run again")
        .withMessageNotContaining("odd");
    assertThat(runs.count()).isEqualTo(2);
  }
}
