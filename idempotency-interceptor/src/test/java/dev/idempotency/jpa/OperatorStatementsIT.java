// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.RecordState;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of a table that is too large to be read: what they read instead. */
class OperatorStatementsIT {

  private static final String OPERATION = "large.operation";
  private static final int ROWS = OperatorStore.EXAMINED + 500;

  /** One a second, every one but the oldest succeeded; and a few of another operation. */
  private static final String FILL =
      """
      INSERT INTO idempotency_record
             (id, claim_token, life, attempt, first_seen, started, claimed, lease_until, finished,
              fingerprint_version, retryable, fingerprint, operation, scope, status, owner_node,
              outcome_kind)
      SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, seen, seen, seen, seen,
             seen, 1, false, '', operation, 'alice',
             CASE WHEN number = %1$d THEN '%2$s' ELSE '%3$s' END, 'node-1',
             CASE WHEN number = %1$d THEN '%4$s' ELSE '%5$s' END
        FROM generate_series(1, %1$d) AS number
       CROSS JOIN LATERAL (SELECT '%6$s' WHERE number > 0
                            UNION ALL
                           SELECT '%6$s.other' WHERE number > %1$d - 9) AS guarded (operation)
       CROSS JOIN LATERAL (SELECT clock_timestamp() - number * interval '1 second') AS at (seen)"""
          .formatted(
              ROWS,
              RecordState.FAILED,
              RecordState.SUCCEEDED,
              OutcomeKind.UNKNOWN,
              OutcomeKind.VALUE,
              OPERATION);

  private static PostgresFixture postgres;

  @BeforeAll
  static void open() throws SQLException {
    postgres = PostgresFixture.of("hibernate");
    execute(FILL, "ANALYZE idempotency_record");
  }

  @AfterAll
  static void close() throws SQLException {
    execute(
        "DELETE FROM idempotency_record WHERE operation LIKE '" + OPERATION + "%'",
        "ANALYZE idempotency_record");
    postgres.close();
  }

  private static void execute(String... statements) throws SQLException {
    try (Connection connection = TestDatabase.get().application("").getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static RecordPage page(RecordQuery query) {
    return postgres.transactions().inNew(() -> postgres.operators().page(query));
  }

  private static List<String> plan(String operation, boolean stuck, int examined)
      throws SQLException {
    try (Connection connection = TestDatabase.get().application("").getConnection()) {
      return RawSql.explain(
          connection,
          OperatorSql.LIST,
          operation,
          null,
          "PT24H",
          "2030-01-01T00:00:00Z",
          "00000000-0000-0000-0000-000000000001",
          examined,
          null,
          stuck,
          OutcomeKind.UNKNOWN.name(),
          RecordState.IN_PROGRESS.name(),
          51);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aListWalksTheIndexOfItsOperation(boolean stuck) throws SQLException {
    List<String> plan = plan(OPERATION, stuck, stuck ? OperatorStore.EXAMINED : 51);
    assertWalksIndex(plan);
  }

  @Test
  void aListOfAllOperationsWalksTheIndexOfEach() throws SQLException {
    assertWalksIndex(plan(null, true, OperatorStore.EXAMINED));
  }

  private static void assertWalksIndex(List<String> plan) {
    assertThat(plan).noneMatch(line -> line.contains("Seq Scan on shop.idempotency_record"));
    assertThat(plan)
        .anyMatch(
            line ->
                line.contains("Index Scan Backward using idempotency_record_first_seen")
                    && line.contains("candidate"));
    // The span and the position bound the walk at both ends, instead of filtering what it read.
    assertThat(plan)
        .anyMatch(
            line ->
                line.contains("Index Cond: ((candidate.operation = ")
                    && line.contains("(candidate.first_seen >= ")
                    && line.contains("(candidate.first_seen <= "));
  }

  @Test
  void aPageThatFindsNothingEndsAndTheNextGoesOnBehindIt() {
    RecordQuery query = RecordQuery.newest().ofOperation(OPERATION).onlyStuck();
    RecordPage first = page(query);
    assertThat(first.records()).isEmpty();
    RecordPage second = page(query.after(first.next().orElseThrow()));
    assertThat(second.records())
        .extracting(RecordDetails::situation)
        .containsExactly(RecordDetails.Situation.UNKNOWN);
    assertThat(second.next()).isEmpty();
  }

  @Test
  void aFullPageOfManyEndsWhereItIsFull() {
    RecordQuery query =
        RecordQuery.newest().ofOperation(OPERATION).inState(RecordState.SUCCEEDED.name()).limit(3);
    RecordPage first = page(query);
    RecordPage second = page(query.after(first.next().orElseThrow()));
    assertThat(first.records()).hasSize(3);
    assertThat(second.records()).hasSize(3);
    assertThat(second.records().get(0).firstSeen()).isBefore(first.records().get(2).firstSeen());
  }
}
