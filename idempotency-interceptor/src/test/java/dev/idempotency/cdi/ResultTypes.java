// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Kinds of results. */
final class ResultTypes {

  enum Level {
    LOW,
    HIGH
  }

  record Receipt(UUID id, BigDecimal amount, Optional<String> memo, List<Instant> at) {}

  static final Receipt RECEIPT =
      new Receipt(
          UUID.fromString("00000000-0000-0000-0000-000000000007"),
          new BigDecimal("125.40"),
          Optional.empty(),
          List.of(Instant.parse("2026-01-02T03:04:05.000006Z")));

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes({@JsonSubTypes.Type(Card.class), @JsonSubTypes.Type(Cash.class)})
  interface Means {}

  record Card(String number) implements Means {}

  record Cash(int coins) implements Means {}

  static class Bean {
    public String text;
    private int number;

    static Bean of(String text, int number) {
      Bean bean = new Bean();
      bean.text = text;
      bean.number = number;
      return bean;
    }

    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bean that && text.equals(that.text) && number == that.number;
    }

    @Override
    public int hashCode() {
      return Objects.hash(text, number);
    }
  }

  /** Can be written always and read only while its number is even. */
  static class Picky {
    private int number;

    static Picky of(int number) {
      Picky picky = new Picky();
      picky.number = number;
      return picky;
    }

    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      if (number % 2 != 0) {
        throw new IllegalArgumentException("odd");
      }
      this.number = number;
    }
  }

  private ResultTypes() {}
}
