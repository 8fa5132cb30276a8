// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.StoreException.Kind;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.RollbackException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreErrorsTest {

  @ParameterizedTest
  @CsvSource({
    "55P03, LOCK_TIMEOUT",
    "40001, SERIALIZATION",
    "40P01, SERIALIZATION",
    "23505, OTHER",
    "08006, OTHER",
    "57014, OTHER"
  })
  void theSqlStateDecidesTheKindHoweverDeepItLies(String sqlState, Kind kind) {
    SQLException sql = new SQLException("secret", sqlState);
    StoreException error =
        StoreErrors.ofStatement(
            "Claiming", new PersistenceException(new IllegalStateException(sql)));
    assertThat(error.kind()).isEqualTo(kind);
    assertThat(error)
        .hasMessage(
            "Claiming failed with SQLSTATE %s; the transaction can only roll back", sqlState);
    assertThat(error).hasRootCause(sql);
  }

  @Test
  void withoutSqlStateTheClassIsNamed() {
    PersistenceException failure = new PersistenceException("secret");
    StoreException error = StoreErrors.ofStatement("Claiming", failure);
    assertThat(error.kind()).isEqualTo(Kind.OTHER);
    assertThat(error)
        .hasMessageContaining("jakarta.persistence.PersistenceException")
        .hasMessageNotContaining("secret")
        .hasCause(failure);
  }

  @Test
  void aMissingTableIsNamedWithItsRemedy() {
    PersistenceException failure = new PersistenceException(new SQLException("no", "42P01"));
    assertThat(StoreErrors.ofStatement("Claiming", failure))
        .hasMessageContaining("SQLSTATE 42P01 (a table is missing: run the scripts");
  }

  @Test
  void batchesAndSuppressedFailuresAreSearchedToo() {
    SQLException batch = new SQLException("batch");
    batch.setNextException(new SQLException("row", "40001"));
    assertThat(StoreErrors.ofStatement("x", new PersistenceException(batch)).kind())
        .isEqualTo(Kind.SERIALIZATION);
    RollbackException rollback = new RollbackException();
    rollback.addSuppressed(new SQLException("commit", "40P01"));
    assertThat(StoreErrors.ofTransaction(rollback).kind()).isEqualTo(Kind.SERIALIZATION);
  }

  @Test
  void aCircleOfCausesEnds() {
    Exception outer = new Exception("outer");
    outer.initCause(new Exception("inner", outer));
    assertThat(StoreErrors.ofTransaction(outer).kind()).isEqualTo(Kind.OTHER);
  }
}
