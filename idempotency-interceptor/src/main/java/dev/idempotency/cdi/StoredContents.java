// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.Header;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.Outcome.Failure;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.spi.ResultFilter;
import dev.idempotency.spi.StoredResult;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Says how much of an outcome is stored: what the application's filter leaves of it, and nothing of
 * its content where the operation stores none.
 */
@ApplicationScoped
class StoredContents {

  private static final String JSON = "application/json";

  @Inject Instance<ResultFilter> filters;

  private Instance.@Nullable Handle<ResultFilter> filter;

  /** Once, because every instance of a dependent filter that is got would be kept. */
  @PostConstruct
  void findFilter() {
    filter = filters.isUnsatisfied() ? null : filters.getHandle();
  }

  Outcome toStore(GuardedOperation operation, Outcome outcome) {
    Outcome kept = operation.storesResult() ? outcome : withoutContent(outcome);
    return filter == null ? kept : filtered(filter.get(), operation, kept);
  }

  private static Outcome withoutContent(Outcome outcome) {
    Outcome quiet = withMessage(outcome, null);
    boolean isEmpty = quiet.body() == null || isNothing(quiet);
    return isEmpty ? quiet : Outcome.bodyless(quiet.status(), quiet.headers());
  }

  /** What a method returns that returns nothing, or null. */
  private static boolean isNothing(Outcome outcome) {
    return outcome.kind() == OutcomeKind.VALUE && Arrays.equals(outcome.body(), ResultJson.NOTHING);
  }

  private static Outcome withMessage(Outcome outcome, @Nullable String message) {
    Failure failure = outcome.failure();
    return failure == null
        ? outcome
        : Outcome.failure(outcome.status(), new Failure(failure.type(), message));
  }

  private static Outcome filtered(
      ResultFilter filter, GuardedOperation operation, Outcome outcome) {
    boolean isValue = outcome.kind() == OutcomeKind.VALUE;
    Failure failure = outcome.failure();
    StoredResult before =
        new StoredResult(
            operation.operation().name(),
            outcome.status(),
            outcome.headers().stream().map(StoredContents::line).toList(),
            isValue ? JSON : outcome.mediaType(),
            outcome.body(),
            failure == null ? null : failure.message());
    StoredResult after = filter.filter(before);
    return after == before ? outcome : changed(operation, outcome, after);
  }

  private static Map.Entry<String, String> line(Header header) {
    return Map.entry(header.name(), header.value());
  }

  /**
   * What the filter made of it.
   *
   * @throws IllegalStateException if a retry could not be answered with it; nothing is committed
   */
  private static Outcome changed(GuardedOperation operation, Outcome outcome, StoredResult after) {
    List<Header> headers =
        after.headers().stream()
            .map(line -> storable(operation, line.getKey(), line.getValue()))
            .toList();
    if (outcome.failure() != null) {
      return withMessage(outcome, after.failureMessage().orElse(null));
    }
    byte[] body = after.body().orElse(null);
    if (outcome.body() == null && body != null) {
      throw unusable(operation, "adds a body where the answer has none");
    }
    boolean isTooLarge = body != null && body.length > operation.request().storedBodyLimit();
    if (outcome.body() != null && (body == null || isTooLarge)) {
      return Outcome.bodyless(outcome.status(), headers);
    }
    return outcome.kind() == OutcomeKind.VALUE && body != null
        ? Outcome.value(body)
        : new Outcome(outcome.kind(), outcome.status(), headers, outcome.mediaType(), body, null);
  }

  private static Header storable(GuardedOperation operation, String name, String value) {
    if (!StorableHeaders.isLine(name, value)) {
      throw unusable(operation, "gives a header line that is not to be replayed");
    }
    return new Header(name, value);
  }

  /** Says neither name nor value of the line: a filter is there because some are secret. */
  private static IllegalStateException unusable(GuardedOperation operation, String what) {
    return new IllegalStateException(
        "The ResultFilter of operation %s %s; the call is rolled back, correct the filter"
            .formatted(operation.operation().name(), what));
  }
}
