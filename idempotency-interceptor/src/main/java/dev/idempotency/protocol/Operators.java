// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.OperatorAction;
import dev.idempotency.OperatorAction.Kind;
import dev.idempotency.OperatorDecision;
import dev.idempotency.OperatorRefusedException;
import dev.idempotency.OperatorRefusedException.Reason;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What operators do to records (P39, P44), each in a transaction of its own under the record's
 * lock, which writes the audit log too. Safe for concurrent use.
 */
public final class Operators {

  private final RecordStore records;
  private final OperatorStore store;
  private final Renewals renewals;
  private final OwnTransactions own;

  Operators(RecordStore records, OperatorStore store, Renewals renewals, OwnTransactions own) {
    this.records = records;
    this.store = store;
    this.renewals = renewals;
    this.own = own;
  }

  /**
   * Reads a record.
   *
   * @param id the record
   * @return all that an operator may see; empty where there is none
   * @throws dev.idempotency.StoreUnavailableException if it cannot be read
   */
  public Optional<RecordDetails> find(RecordId id) {
    return inOwn(id, () -> store.details(id));
  }

  /**
   * Lists records.
   *
   * @param query which records; its state is one of {@link RecordState}
   * @return the page, newest first
   * @throws dev.idempotency.StoreUnavailableException if they cannot be read
   */
  public RecordPage list(RecordQuery query) {
    return inOwn(null, () -> store.page(query));
  }

  /**
   * Reads what operators have done to a record, which may be gone.
   *
   * @param id the record
   * @return the last actions, newest first
   * @throws dev.idempotency.StoreUnavailableException if they cannot be read
   */
  public List<OperatorAction> actions(RecordId id) {
    return inOwn(id, () -> store.actions(id));
  }

  /**
   * Gives a record back.
   *
   * @param id the record
   * @param acting who, the attempt that was seen, and why
   * @param retention how long it is kept from now, where it may be forgotten
   * @throws OperatorRefusedException if it may not be
   * @throws dev.idempotency.StoreUnavailableException if the store cannot be reached
   */
  public void release(RecordId id, Acting acting, Retention retention) {
    act(id, Kind.RELEASED, null, acting, giveBack(retention));
  }

  /**
   * Says how far a step came that has begun, and gives the record back.
   *
   * @param id the record
   * @param step the step's name
   * @param result its result as JSON; null where it had no effect
   * @param acting who, the attempt that was seen, and why
   * @throws OperatorRefusedException if it may not be, or there is no such step
   * @throws dev.idempotency.StoreUnavailableException if the store cannot be reached
   */
  public void resolveStep(RecordId id, String step, byte @Nullable [] result, Acting acting) {
    act(
        id,
        result == null ? Kind.STEP_NOT_DONE : Kind.STEP_DONE,
        step,
        acting,
        seen -> {
          if (!store.resolveStep(id, step, result)) {
            throw refused(
                Reason.NO_SUCH_STEP,
                id,
                "has no step '%s' that began and isn't done".formatted(step));
          }
          return giveBack(Retention.FOREVER).test(seen);
        });
  }

  /**
   * Stores a final outcome.
   *
   * @param id the record
   * @param outcome what every further call gets
   * @param acting who, the attempt that was seen, and why
   * @param retention how long it is kept from now
   * @throws OperatorRefusedException if it may not be
   * @throws dev.idempotency.StoreUnavailableException if the store cannot be reached
   */
  public void resolve(RecordId id, Outcome outcome, Acting acting, Retention retention) {
    act(
        id,
        Kind.RESOLVED,
        null,
        acting,
        seen -> store.resolve(seen, UUID.randomUUID(), outcome, retention));
  }

  private Predicate<StoredRecord> giveBack(Retention retention) {
    return seen -> store.giveBack(seen, UUID.randomUUID(), retention);
  }

  private void act(
      RecordId id,
      Kind kind,
      @Nullable String step,
      Acting acting,
      Predicate<StoredRecord> change) {
    inOwn(
        id,
        () -> {
          StoredRecord seen = locked(id);
          requireAllowed(seen, acting.decision());
          store.audit(id, kind, step, acting);
          if (!change.test(seen)) {
            throw refused(Reason.ATTEMPT_CHANGED, id, "changed meanwhile; look again");
          }
          return true;
        });
    Log.operated(id, kind, acting);
  }

  private StoredRecord locked(RecordId id) {
    Optional<StoredRecord> locked = records.lock(id);
    if (locked.isEmpty()) {
      throw records.read(id).isEmpty()
          ? refused(Reason.NOT_FOUND, id, "does not exist")
          : refused(Reason.LOCKED, id, "is being written to at this moment; look again");
    }
    // As for a takeover: the lock's statement may have begun before the last renewal (P30).
    StoredRecord record = locked.get();
    return renewals.left(record.fence()).map(record::renewedBy).orElse(record);
  }

  private static void requireAllowed(StoredRecord record, OperatorDecision decision) {
    RecordId id = record.fence().id();
    if (record.fence().attempt() != decision.attempt()) {
      throw refused(
          Reason.ATTEMPT_CHANGED,
          id,
          "is at attempt %d, not %d; look again"
              .formatted(record.fence().attempt(), decision.attempt()));
    }
    if (record.state() == RecordState.SUCCEEDED) {
      throw refused(Reason.SUCCEEDED, id, "succeeded, and what succeeded never runs again");
    }
    boolean alive = record.state() == RecordState.IN_PROGRESS && !record.timing().leaseIsDead();
    if (alive && !decision.force()) {
      throw refused(
          Reason.LEASE_ALIVE,
          id,
          "has an owner whose lease has %d s left; wait, or force it"
              .formatted(record.timing().leaseLeft().toSeconds()));
    }
  }

  private static OperatorRefusedException refused(Reason reason, RecordId id, String fact) {
    return new OperatorRefusedException(reason, id.value(), "Record %s %s".formatted(id, fact));
  }

  private <T> T inOwn(@Nullable RecordId id, Supplier<T> work) {
    try {
      return own.run(id, work);
    } catch (StoreException e) {
      throw Answers.storeUnavailable(id, "An operator's request failed", e);
    }
  }
}
