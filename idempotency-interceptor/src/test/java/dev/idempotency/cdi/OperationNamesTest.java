// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationNamesTest {

  private static class TransferService {}

  private static class IBANImporter {}

  private static class V2Invoices {}

  @Test
  void theDefaultIsClassAndMethodInKebabCaseWithoutPackage() {
    assertThat(OperationNames.of(TransferService.class, "createTransfer"))
        .isEqualTo("transfer-service.create-transfer");
    assertThat(OperationNames.of(IBANImporter.class, "importIBAN"))
        .isEqualTo("iban-importer.import-iban");
    assertThat(OperationNames.of(V2Invoices.class, "book2")).isEqualTo("v2-invoices.book2");
    assertThat(OperationNames.of(V2Invoices.class, "book_draft"))
        .isEqualTo("v2-invoices.book-draft");
  }

  @ParameterizedTest
  @ValueSource(strings = {"transfers.create", "a", "webhooks.v2.process", "ledger-entries.create"})
  void dottedLowerCaseIsLegal(String name) {
    assertThat(OperationNames.isLegal(name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"Transfers", "a..b", ".a", "a.", "-a", "a b", "a_b", "ä", "''"})
  void anythingElseIsNot(String name) {
    assertThat(OperationNames.isLegal(name)).isFalse();
  }

  @Test
  void aNameHasAtMost100Characters() {
    assertThat(OperationNames.isLegal("a".repeat(100))).isTrue();
    assertThat(OperationNames.isLegal("a".repeat(101))).isFalse();
  }
}
