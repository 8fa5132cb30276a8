// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * Brings a call to its record: settles first what this node left behind for it, claims, and waits
 * where the operation lets calls wait (P28, P43).
 */
final class Arrival {

  private final Transactions transactions;
  private final Claims claims;
  private final Waiters waiters;
  private final Settlements settlements;

  Arrival(Transactions transactions, Claims claims, Waiters waiters, Settlements settlements) {
    this.transactions = transactions;
    this.claims = claims;
    this.waiters = waiters;
    this.settlements = settlements;
  }

  Claims.Result of(Call call) {
    return mayWait(call) ? waiters.decide(call.operation(), () -> claim(call)) : claim(call);
  }

  private Claims.Result claim(Call call) {
    settlements.settleEarlier(call.id());
    return claims.claim(call);
  }

  /** A caller's transaction may hold a connection and locks (P43). */
  private boolean mayWait(Call call) {
    return transactions.state() == Transactions.State.NONE
        || call.activeTransaction() != ActiveTransaction.CALLERS;
  }
}
