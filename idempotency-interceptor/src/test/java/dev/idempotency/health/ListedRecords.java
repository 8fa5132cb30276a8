// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.health;

import dev.idempotency.IdempotencyRecords;
import dev.idempotency.OperatorAction;
import dev.idempotency.OperatorDecision;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Lists what it is told to, and notes what was asked. */
final class ListedRecords implements IdempotencyRecords {

  final List<RecordQuery> queries = new ArrayList<>();
  RecordPage page = new RecordPage(List.of(), Optional.empty());

  @Override
  public Optional<RecordDetails> find(UUID recordId) {
    return Optional.empty();
  }

  @Override
  public RecordPage list(RecordQuery query) {
    queries.add(query);
    return page;
  }

  private static AssertionError notAsked() {
    return new AssertionError("a health check only looks");
  }

  @Override
  public Optional<RecordDetails> find(String operation, String scope, String key) {
    throw notAsked();
  }

  @Override
  public List<OperatorAction> actions(UUID recordId) {
    throw notAsked();
  }

  @Override
  public void release(UUID recordId, OperatorDecision decision) {
    throw notAsked();
  }

  @Override
  public void resolveStep(
      UUID recordId, String step, String resultJson, OperatorDecision decision) {
    throw notAsked();
  }

  @Override
  public void resolveStepNotDone(UUID recordId, String step, OperatorDecision decision) {
    throw notAsked();
  }

  @Override
  public void resolveAsValue(UUID recordId, String resultJson, OperatorDecision decision) {
    throw notAsked();
  }

  @Override
  public void resolveAsResponse(
      UUID recordId, int status, String mediaType, byte[] body, OperatorDecision decision) {
    throw notAsked();
  }
}
