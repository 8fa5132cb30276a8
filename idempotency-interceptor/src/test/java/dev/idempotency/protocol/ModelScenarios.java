// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static dev.idempotency.protocol.ModelScenario.client;
import static dev.idempotency.protocol.ModelScenario.otherRequest;

import dev.idempotency.protocol.ModelScenario.Client;
import dev.idempotency.protocol.ModelScenario.Way;
import dev.idempotency.protocol.ModelWork.Ends;
import java.util.List;

/** What the model explores. */
final class ModelScenarios {

  private static final int THIRDS_OF_A_LEASE = 3;

  private static final Client OWN = client(Way.OWN, Ends.RETURNS);
  private static final Client SETTLED = client(Way.CONTAINERS_SETTLED, Ends.RETURNS);
  private static final Client STEPS = client(Way.STEPS, Ends.RETURNS);
  private static final Client SINGLE = client(Way.SINGLE, Ends.RETURNS);
  private static final Client ONCE = client(Way.STEPS, Ends.CHARGES_ONCE);

  private ModelScenarios() {}

  /** Small enough for every build. */
  static List<ModelScenario> sample() {
    return List.of(
        scenario("two callers while leases end", 2, 0, 2, 0, OWN, OWN),
        scenario("two callers and a fault", 1, 1, 0, 0, OWN, OWN),
        scenario("two callers, a fault and a lease that ends", 1, 1, 1, 0, OWN, OWN),
        scenario("three callers", 1, 0, 0, 0, OWN, OWN, OWN),
        scenario("a container's transaction", 1, 0, 1, 0, SETTLED, OWN),
        scenario("a container's transaction and a fault", 2, 1, 0, 0, SETTLED),
        scenario("a caller's transaction", 2, 1, 0, 0, client(Way.CALLERS, Ends.RETURNS)),
        scenario("a new life", 1, 0, 0, 1, OWN, OWN),
        scenario("another request", 1, 0, 1, 0, OWN, otherRequest(Way.OWN, Ends.RETURNS)),
        scenario("a refusal", 1, 0, 1, 0, client(Way.OWN, Ends.REFUSES_402), OWN),
        scenario("a refusal that commits", 1, 0, 1, 0, client(Way.OWN, Ends.DECLINES), OWN),
        scenario("a spent key", 1, 0, 1, 0, client(Way.OWN, Ends.SPENDS_409), OWN),
        scenario("a failure", 2, 0, 0, 0, client(Way.OWN, Ends.FAILS, Ends.RETURNS), OWN),
        scenario(
            "a success that rolls back",
            2,
            0,
            0,
            0,
            client(Way.OWN, Ends.RETURNS_ROLLED_BACK, Ends.RETURNS),
            OWN),
        scenario(
            "a refusal before the body",
            2,
            0,
            1,
            0,
            client(Way.OWN, Ends.REFUSED_BEFORE_BODY, Ends.RETURNS),
            OWN));
  }

  /** The same for methods that take steps. */
  static List<ModelScenario> sampleOfSteps() {
    return List.of(
        scenario("steps of two callers", 1, 0, 1, 0, STEPS, STEPS),
        scenario("steps and a fault", 2, 1, 0, 0, STEPS),
        scenario("steps of two callers and a fault", 1, 1, 0, 0, STEPS, STEPS),
        scenario("a call that may be made once", 2, 1, 1, 0, ONCE),
        scenario("two callers of what may be called once", 1, 0, 1, 0, ONCE, ONCE),
        scenario("a refusal after a step", 1, 0, 1, 0, client(Way.STEPS, Ends.REFUSES_402), STEPS),
        scenario(
            "a failure after the call", 2, 1, 0, 0, client(Way.STEPS, Ends.FAILS, Ends.RETURNS)),
        scenario("steps whose retention passes", 2, 1, 0, 1, STEPS));
  }

  /** The same while running calls have their leases renewed. */
  static List<ModelScenario> sampleOfRenewals() {
    return List.of(
        scenario("a call that is renewed", 1, 0, 0, 0, OWN, OWN).renewed(THIRDS_OF_A_LEASE),
        scenario("a renewal and a fault", 1, 1, 0, 0, OWN).renewed(1));
  }

  /** And theirs. */
  static List<ModelScenario> proofOfRenewals() {
    return List.of(
        scenario("a call that is renewed", 1, 0, 0, 0, OWN, OWN).renewed(THIRDS_OF_A_LEASE + 1),
        scenario("a renewal and a fault", 1, 1, 0, 0, OWN).renewed(2));
  }

  /** The same for claims in the work's own transaction. */
  static List<ModelScenario> sampleOfSingle() {
    return List.of(
        scenario("single: two callers and a fault", 2, 1, 0, 0, SINGLE, SINGLE),
        scenario("single: three callers", 1, 0, 0, 0, SINGLE, SINGLE, SINGLE),
        scenario("single: a new life", 1, 1, 0, 1, SINGLE, SINGLE),
        scenario(
            "single: another request", 2, 1, 0, 0, SINGLE, otherRequest(Way.SINGLE, Ends.RETURNS)),
        scenario("single: a refusal", 1, 1, 0, 0, client(Way.SINGLE, Ends.REFUSES_402), SINGLE),
        scenario(
            "single: a refusal that commits",
            1,
            1,
            0,
            0,
            client(Way.SINGLE, Ends.DECLINES),
            SINGLE),
        scenario("single: a spent key", 1, 0, 0, 0, client(Way.SINGLE, Ends.SPENDS_409), SINGLE),
        scenario(
            "single: a failure", 2, 1, 0, 0, client(Way.SINGLE, Ends.FAILS, Ends.RETURNS), SINGLE),
        scenario(
            "single: a success that rolls back",
            2,
            0,
            0,
            0,
            client(Way.SINGLE, Ends.RETURNS_ROLLED_BACK, Ends.RETURNS),
            SINGLE),
        scenario(
            "single: a refusal before the body",
            2,
            1,
            0,
            0,
            client(Way.SINGLE, Ends.REFUSED_BEFORE_BODY, Ends.RETURNS),
            SINGLE),
        scenario(
            "single: in a caller's transaction",
            2,
            1,
            0,
            0,
            client(Way.SINGLE_IN_CALLERS, Ends.RETURNS),
            SINGLE),
        scenario(
            "single: refused in a caller's transaction",
            2,
            0,
            0,
            0,
            client(Way.SINGLE_IN_CALLERS, Ends.REFUSED_BEFORE_BODY, Ends.RETURNS),
            SINGLE));
  }

  /** And theirs. */
  static List<ModelScenario> proofOfSingle() {
    return List.of(
        scenario("single: two callers, two faults", 2, 2, 0, 0, SINGLE, SINGLE),
        scenario("single: three callers and a fault", 1, 1, 0, 0, SINGLE, SINGLE, SINGLE),
        scenario("single: a new life and a fault", 1, 1, 0, 1, SINGLE, SINGLE),
        scenario(
            "single: a refusal and two faults",
            2,
            2,
            0,
            0,
            client(Way.SINGLE, Ends.REFUSES_402),
            SINGLE));
  }

  /** And theirs within wider bounds. */
  static List<ModelScenario> proofOfSteps() {
    return List.of(
        scenario("steps of two callers", 1, 1, 1, 0, STEPS, STEPS),
        scenario("steps and two faults", 2, 2, 1, 0, STEPS),
        scenario("three callers of steps", 1, 0, 1, 0, STEPS, STEPS, STEPS),
        scenario("what may be called once, two faults", 3, 2, 1, 0, ONCE),
        scenario("two callers of what may be called once", 1, 1, 1, 0, ONCE, ONCE),
        scenario("a refusal after a step", 1, 1, 1, 0, client(Way.STEPS, Ends.REFUSES_402), STEPS),
        scenario("steps whose retention passes", 2, 1, 1, 1, STEPS));
  }

  /** Everything within bounds that take minutes. */
  static List<ModelScenario> proof() {
    return List.of(
        scenario("two callers", 2, 1, 1, 0, OWN, OWN),
        scenario("two callers and two faults", 1, 2, 0, 0, OWN, OWN),
        scenario("a caller, three faults, two leases", 3, 3, 2, 0, OWN),
        scenario("three callers while a lease ends", 1, 0, 1, 0, OWN, OWN, OWN),
        scenario("three callers and a fault", 1, 1, 0, 0, OWN, OWN, OWN),
        scenario("a container's transaction", 1, 1, 1, 0, SETTLED, OWN),
        scenario("two containers' transactions", 1, 1, 1, 0, SETTLED, SETTLED),
        scenario(
            "a value call in the container's",
            2,
            1,
            0,
            0,
            client(Way.CONTAINERS, Ends.RETURNS),
            OWN),
        scenario("a caller's transaction", 2, 1, 0, 0, client(Way.CALLERS, Ends.RETURNS), OWN),
        scenario("a new life", 1, 1, 0, 1, OWN, OWN),
        scenario("another request", 1, 1, 1, 0, OWN, otherRequest(Way.OWN, Ends.RETURNS)),
        scenario("a refusal", 1, 1, 1, 0, client(Way.OWN, Ends.REFUSES_402), OWN),
        scenario("a failure", 2, 0, 1, 0, client(Way.OWN, Ends.FAILS, Ends.RETURNS), OWN),
        scenario("a refusal that commits", 1, 1, 1, 0, client(Way.OWN, Ends.DECLINES), OWN),
        scenario(
            "a refusal before the body",
            2,
            1,
            1,
            0,
            client(Way.OWN, Ends.REFUSED_BEFORE_BODY, Ends.RETURNS),
            OWN));
  }

  static ModelScenario scenario(
      String name, int calls, int faults, int leaseEnds, int expiries, Client... clients) {
    return new ModelScenario(name, List.of(clients), calls, faults, leaseEnds, expiries, 0);
  }
}
