// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static dev.idempotency.protocol.ModelScenario.client;
import static dev.idempotency.protocol.ModelScenarios.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.ModelExplorer.Report;
import dev.idempotency.protocol.ModelExplorer.Violation;
import dev.idempotency.protocol.ModelScenario.Client;
import dev.idempotency.protocol.ModelScenario.Way;
import dev.idempotency.protocol.ModelWork.Ends;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The production protocol under every order of its callers' statements, with deaths, failures, lost
 * acknowledgements and leases that run out wherever they may: one effect per key and life, its
 * outcome with it, every answer true, and no key stuck.
 */
@DisplayName("In every interleaving: one effect, its outcome with it, and no key stuck")
class ModelTest {

  /** A search that comes to fewer states has lost what it is for. */
  private static final int FEWEST_STATES = 40;

  private static final int FEWEST_STATES_OF_PROOF = 1000;

  private static final Logger LIBRARY = Logger.getLogger("dev.idempotency");
  private static final Logger LOGGER = Logger.getLogger("model");
  private static final Client OWN = client(Way.OWN, Ends.RETURNS);
  private static final Client STEPS = client(Way.STEPS, Ends.RETURNS);

  private static ExecutorService threads;

  @BeforeAll
  static void begin() {
    LIBRARY.setLevel(Level.OFF);
    threads = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void end() {
    threads.shutdownNow();
    LIBRARY.setLevel(null);
  }

  static Stream<ModelScenario> sample() {
    return Stream.of(
            ModelScenarios.sample(),
            ModelScenarios.sampleOfSteps(),
            ModelScenarios.sampleOfRenewals(),
            ModelScenarios.sampleOfSingle())
        .flatMap(List::stream);
  }

  static Stream<ModelScenario> proof() {
    return Stream.of(
            ModelScenarios.proof(),
            ModelScenarios.proofOfSteps(),
            ModelScenarios.proofOfRenewals(),
            ModelScenarios.proofOfSingle())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("sample")
  void nothingIsViolated(ModelScenario scenario) {
    Report report = report(scenario);
    assertThat(report.violation()).isNull();
    assertThat(report.states()).isGreaterThan(FEWEST_STATES);
  }

  @ParameterizedTest
  @MethodSource("proof")
  @EnabledIfSystemProperty(named = "model.proof", matches = "true")
  void nothingIsViolatedWithinWiderBounds(ModelScenario scenario) {
    Report report = report(scenario);
    assertThat(report.violation()).isNull();
    assertThat(report.states()).isGreaterThan(FEWEST_STATES_OF_PROOF);
  }

  private static Report report(ModelScenario scenario) {
    Report report = new ModelExplorer(scenario, Guard.ALL, true, threads).explore();
    LOGGER.info(() -> scenario + ": " + report);
    return report;
  }

  @Test
  void takingStatesForOneLosesNoEnd() {
    ModelScenario scenario = scenario("two callers", 1, 0, 1, 0, OWN, OWN);
    Report merged = new ModelExplorer(scenario, Guard.ALL, true, threads).explore();
    Report apart = new ModelExplorer(scenario, Guard.ALL, false, threads).explore();
    assertThat(merged.states()).isLessThan(apart.states());
    assertThat(merged.ends()).isEqualTo(apart.ends());
  }

  @Nested
  class WithoutAGuard {

    static Stream<Arguments> needed() {
      return Stream.of(
          Arguments.of(Set.of(Guard.ATTEMPT, Guard.TOKEN), 1, 0, 1),
          Arguments.of(Set.of(Guard.STATE), 1, 1, 0),
          Arguments.of(Set.of(Guard.LOCK), 1, 0, 1),
          Arguments.of(Set.of(Guard.LOCK, Guard.AS_SEEN), 1, 0, 1),
          Arguments.of(Set.of(Guard.SKIP_LOCKED), 1, 0, 1),
          Arguments.of(Set.of(Guard.MARK_SKIPS), 1, 1, 0),
          Arguments.of(Set.of(Guard.WHERE_NOT_EXISTS), 1, 0, 0),
          Arguments.of(Set.of(Guard.LEASE), 1, 0, 0),
          Arguments.of(Set.of(Guard.EXPIRY), 1, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("needed")
    void somethingIsViolated(Set<Guard> missing, int calls, int faults, int leaseEnds) {
      ModelScenario scenario =
          scenario("without " + missing, calls, faults, leaseEnds, 0, OWN, OWN);
      Violation violation = explore(scenario, missing).exploreForShortest().violation();
      LOGGER.info(() -> scenario + ": " + violation);
      assertThat(violation).isNotNull();
    }

    /** What two guards hold together that a renewal and a takeover do. */
    @ParameterizedTest
    @EnumSource(
        value = Guard.class,
        names = {"KEY_SHARE", "SECOND_READ"})
    void aLiveOwnerIsReplaced(Guard missing) {
      ModelScenario scenario =
          scenario("renewed without " + missing, 1, 0, 0, 0, OWN, OWN).renewed(3);
      Violation violation = explore(scenario, Set.of(missing)).exploreForShortest().violation();
      LOGGER.info(() -> scenario + ": " + violation);
      assertThat(violation).isNotNull();
    }

    @Test
    void whoClaimsInItsWorkIsWaitedForWithoutTheAdvisoryLock() {
      Client single = client(Way.SINGLE, Ends.RETURNS);
      ModelScenario scenario = scenario("single without the lock", 1, 0, 0, 0, single, single);
      Violation violation =
          explore(scenario, Set.of(Guard.ADVISORY_LOCK)).exploreForShortest().violation();
      LOGGER.info(() -> scenario + ": " + violation);
      assertThat(violation).isNotNull();
    }

    static Stream<Arguments> neededForSteps() {
      return Stream.of(
          Arguments.of(Set.of(Guard.ATTEMPT, Guard.TOKEN), 1, 0, 1),
          Arguments.of(Set.of(Guard.STATE), 1, 1, 0),
          Arguments.of(Set.of(Guard.LEASE), 1, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("neededForSteps")
    void somethingIsViolatedBySteps(Set<Guard> missing, int calls, int faults, int leaseEnds) {
      ModelScenario scenario =
          scenario("steps without " + missing, calls, faults, leaseEnds, 0, STEPS, STEPS);
      Violation violation = explore(scenario, missing).exploreForShortest().violation();
      LOGGER.info(() -> scenario + ": " + violation);
      assertThat(violation).isNotNull();
    }

    /**
     * Attempt and token always change together, and what is locked is as it was seen: each is the
     * other's reserve. The contract of the store holds each alone.
     */
    static Stream<Set<Guard>> inReserve() {
      return Stream.of(Set.of(Guard.ATTEMPT), Set.of(Guard.TOKEN), Set.of(Guard.AS_SEEN));
    }

    @ParameterizedTest
    @MethodSource("inReserve")
    void itsReserveStillHolds(Set<Guard> missing) {
      ModelScenario scenario = scenario("without " + missing, 1, 0, 1, 0, OWN, OWN);
      assertThat(explore(scenario, missing).explore().violation()).isNull();
    }

    private ModelExplorer explore(ModelScenario scenario, Set<Guard> missing) {
      return new ModelExplorer(
          scenario, Guard.without(missing.toArray(Guard[]::new)), true, threads);
    }
  }
}
