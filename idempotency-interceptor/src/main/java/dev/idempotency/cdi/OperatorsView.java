// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.idempotency.IdempotencyRecords;
import dev.idempotency.OperatorAction;
import dev.idempotency.OperatorDecision;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.protocol.Acting;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.Retention;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The injectable side of {@link dev.idempotency.protocol.Operators}. */
@ApplicationScoped
class OperatorsView implements IdempotencyRecords {

  private static final int FIRST_STATUS = 200;
  private static final int LAST_STATUS = 599;

  @Inject Protocols protocols;
  @Inject BeanManager beans;
  @Inject CallerPrincipal principal;

  @Override
  public Optional<RecordDetails> find(String operation, String scope, String key) {
    return protocols.operators().find(RecordId.of(operation, scope, key));
  }

  @Override
  public Optional<RecordDetails> find(UUID recordId) {
    return protocols.operators().find(new RecordId(recordId));
  }

  @Override
  public RecordPage list(RecordQuery query) {
    String state = query.state();
    if (state != null
        && Arrays.stream(RecordState.values()).noneMatch(s -> s.name().equals(state))) {
      throw new IllegalArgumentException(
          "A state is one of %s".formatted(Arrays.toString(RecordState.values())));
    }
    return protocols.operators().list(query);
  }

  @Override
  public List<OperatorAction> actions(UUID recordId) {
    return protocols.operators().actions(new RecordId(recordId));
  }

  @Override
  public void release(UUID recordId, OperatorDecision decision) {
    protocols.operators().release(new RecordId(recordId), acting(decision), retention(recordId));
  }

  @Override
  public void resolveStep(
      UUID recordId, String step, String resultJson, OperatorDecision decision) {
    protocols
        .operators()
        .resolveStep(new RecordId(recordId), step, json(resultJson), acting(decision));
  }

  @Override
  public void resolveStepNotDone(UUID recordId, String step, OperatorDecision decision) {
    protocols.operators().resolveStep(new RecordId(recordId), step, null, acting(decision));
  }

  @Override
  public void resolveAsValue(UUID recordId, String resultJson, OperatorDecision decision) {
    Outcome outcome = Outcome.value(json(resultJson));
    protocols
        .operators()
        .resolve(new RecordId(recordId), outcome, acting(decision), retention(recordId));
  }

  @Override
  public void resolveAsResponse(
      UUID recordId, int status, String mediaType, byte[] body, OperatorDecision decision) {
    if (status < FIRST_STATUS || status > LAST_STATUS) {
      throw new IllegalArgumentException(
          "A response's status is %d to %d, not %d".formatted(FIRST_STATUS, LAST_STATUS, status));
    }
    Outcome outcome = Outcome.response(status, List.of(), mediaType, body.clone());
    protocols
        .operators()
        .resolve(new RecordId(recordId), outcome, acting(decision), retention(recordId));
  }

  private Acting acting(OperatorDecision decision) {
    return new Acting(principal.name(), decision);
  }

  private static byte[] json(String text) {
    try {
      Json.RESULTS.readTree(text);
    } catch (JsonProcessingException e) {
      // The parser's message may quote the text.
      throw new IllegalArgumentException("The result is no JSON");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** As the operation keeps its outcomes; for ever where this application has no such operation. */
  private Retention retention(UUID recordId) {
    return find(recordId)
        .flatMap(
            record ->
                beans
                    .getExtension(IdempotencyExtension.class)
                    .deployment()
                    .retention(record.operation()))
        .orElse(Retention.FOREVER);
  }
}
