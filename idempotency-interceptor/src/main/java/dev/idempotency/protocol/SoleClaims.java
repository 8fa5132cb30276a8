// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Takes records in the business transaction itself (P40). Of several callers one gets the record's
 * advisory lock, which lasts as long as its transaction; the others are refused at once, and wait
 * for nothing.
 */
final class SoleClaims {

  private final RecordStore store;
  private final Renewals renewals;
  private final Transactions transactions;
  private final NodeSettings node;
  private final LongSupplier nanoClock;

  SoleClaims(
      RecordStore store,
      Renewals renewals,
      Transactions transactions,
      NodeSettings node,
      LongSupplier nanoClock) {
    this.store = store;
    this.renewals = renewals;
    this.transactions = transactions;
    this.node = node;
    this.nanoClock = nanoClock;
  }

  /** Claims the call's record in the active transaction, or says how the call is answered. */
  Claims.Result claim(Call call) {
    try {
      return Interruption.heldBackFor(() -> tryToClaim(call));
    } catch (StoreException e) {
      // The database has given the transaction up, and so does a serialization failure (P41).
      transactions.setRollbackOnly();
      return new Claims.Result.Answered(Answers.unavailable(call.id(), "The claim failed", e));
    } catch (IdempotencyException e) {
      return new Claims.Result.Answered(new Answer.Refused(e));
    }
  }

  private Claims.Result tryToClaim(Call call) {
    LeaseTerms terms = call.operation().lease();
    Lease lease = new Lease(terms, nanoClock, nanoClock.getAsLong());
    Claimant claimant =
        new Claimant(UUID.randomUUID(), UUID.randomUUID(), node.name(), terms.staleAfter());
    SoleClaim first = new SoleClaim(claimant, null);
    if (first.make(store, call)) {
      return new Claims.Result.Won(first.attempt(call, lease));
    }
    Optional<StoredRecord> seen = store.read(call.id());
    if (seen.filter(record -> Verdict.on(record, call) == Verdict.TAKE_OVER).isPresent()) {
      // Of another protocol, under which leases are renewed (P30).
      seen = store.lock(call.id()).map(renewals::asOfNow);
    }
    if (seen.isEmpty()) {
      return new Claims.Result.Answered(Answers.somebodyDecides(call));
    }
    Verdict verdict = Verdict.on(seen.get(), call);
    SoleClaim again = new SoleClaim(claimant, seen.get());
    return verdict.claims() && again.make(store, call)
        ? new Claims.Result.Won(again.attempt(call, lease))
        : new Claims.Result.Answered(Answers.from(verdict, seen.get(), call));
  }
}
