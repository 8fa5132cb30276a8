// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.Protocol;
import java.util.List;

/**
 * What happens in a run of the model, beside the order in which it happens.
 *
 * @param name what it shows
 * @param clients who calls; all with the same key
 * @param calls how often each calls at most, until it is answered finally
 * @param faults how many failures, deaths and lost acknowledgements a run may meet
 * @param leaseEnds how often the leases may run out
 * @param expiries how often the retention may run out
 * @param ticks how often a third of a lease passes, whereupon leases are renewed
 */
record ModelScenario(
    String name,
    List<Client> clients,
    int calls,
    int faults,
    int leaseEnds,
    int expiries,
    int ticks) {

  /** Whose transaction the calls run in. */
  enum Way {
    /** One that the library begins. */
    OWN,
    /** The container's; the answer is settled after its end, as a response is. */
    CONTAINERS_SETTLED,
    /** The container's, begun for the call. */
    CONTAINERS,
    /** The caller's, who rolls back when the call throws. */
    CALLERS,
    /** None around the method, which takes steps. */
    STEPS,
    /** One that the library begins, for claim, work and outcome. */
    SINGLE,
    /** The caller's, in which claim, work and outcome are. */
    SINGLE_IN_CALLERS
  }

  /**
   * Somebody who calls.
   *
   * @param way whose transaction its calls run in
   * @param request which request it sends
   * @param ends how the method ends, call by call; the last one stays
   */
  record Client(Way way, int request, List<ModelWork.Ends> ends) {

    ModelWork.Ends ends(int call) {
      return ends.get(Math.min(call, ends.size()) - 1);
    }
  }

  static Client client(Way way, ModelWork.Ends... ends) {
    return new Client(way, 1, List.of(ends));
  }

  static Client otherRequest(Way way, ModelWork.Ends... ends) {
    return new Client(way, 2, List.of(ends));
  }

  /** Whether the method takes steps; an operation runs under one protocol only. */
  boolean inPhases() {
    return clients.get(0).way() == Way.STEPS;
  }

  /** Whether claim, work and outcome are in one transaction. */
  boolean inSingle() {
    Way way = clients.get(0).way();
    return way == Way.SINGLE || way == Way.SINGLE_IN_CALLERS;
  }

  Protocol protocol() {
    return inPhases()
        ? Protocol.PHASES
        : inSingle() ? Protocol.SINGLE_TRANSACTION : Protocol.TWO_TRANSACTIONS;
  }

  /** Whether the method calls outside what may not be called again. */
  boolean chargesOnce() {
    return clients.get(0).ends().contains(ModelWork.Ends.CHARGES_ONCE);
  }

  /** The same, while leases are renewed. */
  ModelScenario renewed(int thirds) {
    return new ModelScenario(name, clients, calls, faults, leaseEnds, expiries, thirds);
  }

  boolean hasDifferentRequests() {
    return clients.stream().mapToInt(Client::request).distinct().count() > 1;
  }

  @Override
  public String toString() {
    return name;
  }
}
