// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.IdempotencyRecords;
import dev.idempotency.OperatorAction;
import dev.idempotency.OperatorDecision;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Notes what it is told to do. */
final class NotedRecords implements IdempotencyRecords {

  private final List<String> calls = new ArrayList<>();

  List<String> calls() {
    return calls;
  }

  @Override
  public Optional<RecordDetails> find(String operation, String scope, String key) {
    return Optional.empty();
  }

  @Override
  public Optional<RecordDetails> find(UUID recordId) {
    return Optional.empty();
  }

  @Override
  public RecordPage list(RecordQuery query) {
    return new RecordPage(List.of(), Optional.empty());
  }

  @Override
  public List<OperatorAction> actions(UUID recordId) {
    return List.of();
  }

  @Override
  public void release(UUID recordId, OperatorDecision decision) {
    calls.add("release " + decision);
  }

  @Override
  public void resolveStep(
      UUID recordId, String step, String resultJson, OperatorDecision decision) {
    calls.add("step " + step + " " + resultJson + " " + decision);
  }

  @Override
  public void resolveStepNotDone(UUID recordId, String step, OperatorDecision decision) {
    calls.add("step " + step + " not done " + decision);
  }

  @Override
  public void resolveAsValue(UUID recordId, String resultJson, OperatorDecision decision) {
    calls.add("value " + resultJson + " " + decision);
  }

  @Override
  public void resolveAsResponse(
      UUID recordId, int status, String mediaType, byte[] body, OperatorDecision decision) {
    String text = new String(body, StandardCharsets.UTF_8);
    calls.add("response " + status + " " + mediaType + " " + text + " " + decision);
  }
}
