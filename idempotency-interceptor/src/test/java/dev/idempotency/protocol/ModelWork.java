// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A guarded method of the model: it writes one business row, the effect, named after life and
 * attempt; its outcome carries the same name.
 */
final class ModelWork implements GuardedWork {

  /** How the method ends. */
  enum Ends {
    /** A success. */
    RETURNS,
    /** An unchecked refusal whose policy is replay: rolled back, and final. */
    REFUSES_402,
    /** An unchecked refusal whose policy is a new key: rolled back, and final. */
    SPENDS_409,
    /** A checked exception: committed with the effect, and final. */
    DECLINES,
    /** An unchecked failure: rolled back, to be tried again. */
    FAILS,
    /** Refused before the body began: the claim is undone. */
    REFUSED_BEFORE_BODY,
    /** A success in a transaction that was marked rollback-only. */
    RETURNS_ROLLED_BACK,
    /** A success, in phases, with a call outside that may not be repeated. */
    CHARGES_ONCE
  }

  private static final int PAYMENT_REQUIRED = 402;
  private static final int CONFLICT = 409;
  private static final int SERVER_ERROR = 500;
  private static final int FORBIDDEN = 403;

  private final ModelWorld world;
  private final Ends ends;
  private boolean began;
  private @Nullable String name;
  private @Nullable Outcome outcome;
  private boolean threwUnchecked;

  ModelWork(ModelWorld world, Ends ends) {
    this.world = world;
    this.ends = ends;
  }

  /** The life and attempt that an outcome came from. */
  static String nameOf(@Nullable Outcome outcome) {
    if (outcome == null) {
      return "-";
    }
    Outcome.Failure failure = outcome.failure();
    byte[] body = outcome.body();
    String name =
        failure != null
            ? String.valueOf(failure.message())
            : body == null ? "" : new String(body, StandardCharsets.UTF_8);
    return outcome.kind() == OutcomeKind.SPENT ? "spent" : name;
  }

  /** What the method's end was rendered as; null where it was not. */
  @Nullable Outcome outcome() {
    return outcome;
  }

  boolean threwUnchecked() {
    return threwUnchecked;
  }

  @Override
  public void endsElsewhere(Attempt attempt) {
    // The model's container settles what its call left pending.
  }

  @Override
  public Ending proceed(Attempt attempt) {
    Ending ending = end(attempt);
    threwUnchecked = ending.thrown() instanceof RuntimeException;
    return ending;
  }

  private Ending end(Attempt attempt) {
    name = world.names().of(attempt.life()) + "/" + attempt.fence().attempt();
    world.runs(attempt);
    if (ends == Ends.REFUSED_BEFORE_BODY) {
      return new Ending.Threw(new TestWork.StatusException(FORBIDDEN), false);
    }
    began = true;
    world.writeEffect(attempt.life(), name);
    return switch (ends) {
      case RETURNS, REFUSED_BEFORE_BODY, CHARGES_ONCE -> new Ending.Returned(name);
      case RETURNS_ROLLED_BACK -> {
        world.database().transactions().setRollbackOnly();
        yield new Ending.Returned(name);
      }
      case REFUSES_402 -> new Ending.Threw(new TestWork.StatusException(PAYMENT_REQUIRED), false);
      case SPENDS_409 -> new Ending.Threw(new TestWork.StatusException(CONFLICT), false);
      case DECLINES -> new Ending.Threw(new TestWork.Declined(), true);
      case FAILS -> new Ending.Threw(new TestWork.StatusException(SERVER_ERROR), false);
    };
  }

  @Override
  public boolean bodyBegan() {
    return began;
  }

  @Override
  public boolean rollsBack(Throwable failure) {
    return failure instanceof RuntimeException;
  }

  @Override
  public Outcome render(Ending ending) {
    Outcome rendered = rendered(ending);
    outcome = rendered;
    return rendered;
  }

  private Outcome rendered(Ending ending) {
    byte[] body = Objects.requireNonNull(name).getBytes(StandardCharsets.UTF_8);
    Throwable failure = ending.thrown();
    if (failure instanceof TestWork.StatusException refusal) {
      return Outcome.response(refusal.status, List.of(), "text/plain", body);
    }
    if (failure != null) {
      return Outcome.failure(0, new Outcome.Failure(failure.getClass().getName(), name));
    }
    return Outcome.response(201, List.of(), "text/plain", body);
  }
}
