// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guarded method for tests. Its body writes one business row named after the attempt, then does
 * what the test adds, then ends as told.
 */
final class TestWork implements GuardedWork {

  /** An exception that stands for an HTTP status. */
  static final class StatusException extends RuntimeException {
    final int status;

    StatusException(int status) {
      super("status " + status);
      this.status = status;
    }
  }

  /** A checked exception: part of the method's contract. */
  static final class Declined extends Exception {
    Declined() {
      super("no funds");
    }
  }

  /** A returned response of another status than 201. */
  record Status(int value) {}

  final List<Attempt> attempts = new ArrayList<>();

  /** The attempts that an adapter settles before its request is answered. */
  final List<Attempt> leftToSettle = new ArrayList<>();

  private final InMemoryTransactions database;
  private final List<String> rows;
  private final Ending ending;
  private boolean reachesBody = true;
  private boolean began;
  private boolean rollsBack;
  private Runnable extra = () -> {};
  private Runnable rendering = () -> {};

  TestWork(InMemoryTransactions database, List<String> rows, Ending ending) {
    this.database = database;
    this.rows = rows;
    this.ending = ending;
    this.rollsBack =
        ending.thrown() instanceof RuntimeException || ending.thrown() instanceof Error;
  }

  /** Something before the body ends the call. */
  TestWork refusedBeforeBody() {
    reachesBody = false;
    return this;
  }

  /** Adds to the body, after its row, or to what refuses before the body. */
  TestWork doing(Runnable action) {
    extra = action;
    return this;
  }

  /** Adds to the rendering. */
  TestWork rendering(Runnable action) {
    rendering = action;
    return this;
  }

  TestWork rollingBack(boolean mustRollBack) {
    rollsBack = mustRollBack;
    return this;
  }

  int runs() {
    return attempts.size();
  }

  @Override
  public void endsElsewhere(Attempt attempt) {
    leftToSettle.add(attempt);
  }

  @Override
  public Ending proceed(Attempt attempt) {
    if (!reachesBody) {
      extra.run();
      return ending;
    }
    began = true;
    attempts.add(attempt);
    try {
      database.write(() -> rows.add("attempt " + attempt.fence().attempt()));
      extra.run();
    } catch (RuntimeException e) {
      return new Ending.Threw(e, false);
    }
    return ending;
  }

  @Override
  public boolean bodyBegan() {
    return began;
  }

  @Override
  public boolean rollsBack(Throwable failure) {
    return rollsBack;
  }

  @Override
  public Outcome render(Ending ended) {
    rendering.run();
    Throwable failure = ended.thrown();
    if (failure instanceof StatusException refusal) {
      return response(refusal.status, refusal.getMessage());
    }
    if (failure != null) {
      return Outcome.failure(
          0, new Outcome.Failure(failure.getClass().getName(), failure.getMessage()));
    }
    Object value = ((Ending.Returned) ended).value();
    return value instanceof Status status
        ? response(status.value(), "status " + status.value())
        : response(201, String.valueOf(value));
  }

  private static Outcome response(int status, @Nullable String body) {
    return Outcome.response(
        status,
        List.of(new Header("Location", "/transfers/1")),
        "text/plain",
        String.valueOf(body).getBytes(StandardCharsets.UTF_8));
  }
}
