// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Tries every choice of a scenario, depth first. A run can't be rewound, so each starts anew,
 * repeats the choices that lead to where it has to branch off, and goes on from there until it is
 * over or comes to a state that an earlier run has been in.
 */
final class ModelExplorer {

  /** What was explored. */
  record Report(
      long runs,
      int states,
      int longest,
      Set<String> ends,
      long millis,
      @Nullable Violation violation) {

    @Override
    public String toString() {
      return "%,d runs, %,d states, %,d different ends, at most %d choices, %.1f s"
          .formatted(runs, states, ends.size(), longest, millis / 1000.0);
    }
  }

  /** Choices that lead to what must not be. */
  record Violation(List<String> schedule, Throwable what) {
    @Override
    public String toString() {
      return what.getMessage() + "\n  " + String.join("\n  ", schedule);
    }
  }

  /** A state on the way, and which of its choices is being tried. */
  private static final class Branch {
    private final int choices;
    private int tried;

    Branch(int choices) {
      this.choices = choices;
    }
  }

  private final ModelScenario scenario;
  private final Set<Guard> guards;
  private final boolean merges;
  private final ExecutorService pool;
  private final Map<ModelState, Integer> seen = new HashMap<>();
  private final List<Branch> path = new ArrayList<>();
  private final List<ModelChoice> schedule = new ArrayList<>();
  private int maxDepth = Integer.MAX_VALUE;
  private final Set<String> ends = new HashSet<>();
  private int longest;

  ModelExplorer(ModelScenario scenario, Set<Guard> guards, boolean merges, ExecutorService pool) {
    this.scenario = scenario;
    this.guards = guards;
    this.merges = merges;
    this.pool = pool;
  }

  /** Explores everything, or up to the first violation. */
  Report explore() {
    return explore(false);
  }

  /** Explores until no shorter violation is left to be found. */
  Report exploreForShortest() {
    return explore(true);
  }

  private Report explore(boolean forShortest) {
    long start = System.nanoTime();
    long runs = 0;
    Violation violation = null;
    do {
      schedule.clear();
      runs++;
      Throwable failure = null;
      try {
        run();
      } catch (AssertionError e) {
        failure = e;
      }
      longest = Math.max(longest, schedule.size());
      if (failure != null) {
        violation = new Violation(schedule.stream().map(ModelChoice::toString).toList(), failure);
        maxDepth = schedule.size() - 1;
        if (!forShortest) {
          break;
        }
      }
    } while (next());
    long millis = (System.nanoTime() - start) / 1_000_000;
    return new Report(runs, seen.size(), longest, ends, millis, violation);
  }

  private void run() {
    ModelWorld world =
        new ModelWorld(scenario, guards, merges, pool, here -> choices -> choose(here, choices));
    world.run();
    if (world.scheduler().isComplete()) {
      ends.add(world.end());
    }
  }

  private @Nullable ModelChoice choose(ModelWorld world, List<ModelChoice> choices) {
    int depth = schedule.size();
    if (depth == path.size()) {
      if (depth >= maxDepth || wasHere(world.state(), depth)) {
        return null;
      }
      path.add(new Branch(choices.size()));
    }
    Branch branch = path.get(depth);
    if (branch.choices != choices.size()) {
      throw new IllegalStateException("a run was not repeated as it was: " + schedule);
    }
    ModelChoice chosen = choices.get(branch.tried);
    schedule.add(chosen);
    return chosen;
  }

  /** Whether a run came here before with as many choices left. */
  private boolean wasHere(ModelState state, int depth) {
    Integer before = seen.get(state);
    if (before != null && (maxDepth == Integer.MAX_VALUE || before <= depth)) {
      return true;
    }
    seen.put(state, depth);
    return false;
  }

  /** Goes on to the next choice that is untried; false where there is none. */
  private boolean next() {
    while (path.size() > Math.max(0, maxDepth)) {
      path.remove(path.size() - 1);
    }
    while (!path.isEmpty()) {
      Branch last = path.get(path.size() - 1);
      last.tried++;
      if (last.tried < last.choices) {
        return true;
      }
      path.remove(path.size() - 1);
    }
    return false;
  }
}
