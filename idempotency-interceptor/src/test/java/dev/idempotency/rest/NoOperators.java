// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.OperatorAction;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.protocol.Acting;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoredRecord;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** For tests in which no operator acts. */
final class NoOperators implements OperatorStore {

  private static AssertionError nobody() {
    return new AssertionError("no operator acts here");
  }

  @Override
  public Optional<RecordDetails> details(RecordId id) {
    throw nobody();
  }

  @Override
  public RecordPage page(RecordQuery query) {
    throw nobody();
  }

  @Override
  public void audit(RecordId id, OperatorAction.Kind kind, String step, Acting acting) {
    throw nobody();
  }

  @Override
  public List<OperatorAction> actions(RecordId id) {
    throw nobody();
  }

  @Override
  public boolean resolveStep(RecordId id, String name, byte[] result) {
    throw nobody();
  }

  @Override
  public boolean giveBack(StoredRecord seen, UUID token, Retention retention) {
    throw nobody();
  }

  @Override
  public boolean resolve(StoredRecord seen, UUID token, Outcome outcome, Retention retention) {
    throw nobody();
  }
}
