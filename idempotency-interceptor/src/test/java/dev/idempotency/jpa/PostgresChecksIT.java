// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node says at its start about the database that it finds. */
class PostgresChecksIT {

  private static final String GOOD =
      "-c synchronous_commit=on -c idle_in_transaction_session_timeout=60000"
          + " -c tcp_keepalives_idle=60";

  private static List<String> warnings(String unit, String options) throws SQLException {
    return ask(unit, options, PostgresChecks::warnings);
  }

  private static List<String> ask(
      String unit, String options, Function<PostgresChecks, List<String>> question)
      throws SQLException {
    try (PostgresFixture postgres = PostgresFixture.of(unit, options)) {
      return question.apply(
          new PostgresChecks(postgres.transactions(), new NativeSql(postgres::entityManager)));
    }
  }

  // The test's Hibernate unit validates its tables before anybody can ask.
  @Test
  void eachMissingTableIsNoticed() throws SQLException {
    assertThat(ask("eclipselink", GOOD, PostgresChecks::missing)).isEmpty();
    assertThat(ask("eclipselink", GOOD + " -c search_path=public", PostgresChecks::missing))
        .singleElement()
        .asString()
        .startsWith(
            "There is no table idempotency_record, idempotency_lease, idempotency_step,"
                + " idempotency_audit, idempotency_outbox on the");
  }

  @ParameterizedTest
  @ValueSource(strings = {"eclipselink", "hibernate"})
  void nothingIsSaidOfWhatIsWell(String unit) throws SQLException {
    // The test's server is fast instead of durable, which no session can change.
    assertThat(warnings(unit, GOOD)).allMatch(warning -> warning.startsWith("fsync is off"));
  }

  @ParameterizedTest
  @CsvSource({
    "synchronous_commit=off, synchronous_commit is off",
    "idle_in_transaction_session_timeout=0, idle_in_transaction_session_timeout is 0",
    "tcp_keepalives_idle=7200, tcp_keepalives_idle is PT2H"
  })
  void eachWeaknessIsNamed(String setting, String warning) throws SQLException {
    assertThat(warnings("eclipselink", GOOD + " -c " + setting))
        .anyMatch(text -> text.startsWith(warning));
  }
}
