// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static dev.idempotency.protocol.ModelMonitor.require;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What must hold of the steps in every state of the model. */
final class ModelSteps {

  /** The phases that have committed, by life and step; and what was called outside. */
  private final Map<UUID, Map<String, String>> phases = new LinkedHashMap<>();

  private final Map<UUID, List<String>> charges = new LinkedHashMap<>();

  /** A phase's business row has committed. */
  void committed(UUID life, String step, String name) {
    String earlier = phases.computeIfAbsent(life, none -> new TreeMap<>()).putIfAbsent(step, name);
    require(earlier == null, "a phase took effect twice in one life", earlier, name);
  }

  /** The call outside took effect. */
  void charged(UUID life, String name, boolean once) {
    List<String> made = charges.computeIfAbsent(life, none -> new ArrayList<>());
    made.add(name);
    require(made.size() == 1 || !once, "what may be called once was called again", made);
  }

  /** Whether an answer tells of steps that have all taken effect. */
  boolean tookEffect(String told) {
    return phases.keySet().stream().anyMatch(life -> told.equals(resultOf(life, told)));
  }

  /** What the outcome of a life must be, with the one of its charges that is told. */
  private @Nullable String resultOf(UUID life, String told) {
    Map<String, String> committed = phases.getOrDefault(life, Map.of());
    return charges.getOrDefault(life, List.of()).stream()
        .filter(told::contains)
        .findFirst()
        .map(
            charge ->
                String.join(
                    " ",
                    String.valueOf(committed.get(ModelPhases.RECORDED)),
                    charge,
                    String.valueOf(committed.get(ModelPhases.SETTLED))))
        .orElse(null);
  }

  /** Looks at the record as it is committed now. */
  void look(FakeRow row) {
    Map<String, String> committed = phases.getOrDefault(row.life(), Map.of());
    for (FakeStep step : row.steps()) {
      boolean done = step.state() == StoredStep.State.DONE;
      boolean phase = step.kind() == StoredStep.Kind.PHASE;
      require(
          !phase || !done || textOf(step).equals(committed.get(step.place().name())),
          "a phase is stored without its row",
          step.place(),
          row);
      require(
          phase || !done || charges.getOrDefault(row.life(), List.of()).contains(textOf(step)),
          "a call is stored as made that was not",
          step.place(),
          row);
    }
    committed.forEach(
        (step, name) ->
            require(
                row.steps().stream().anyMatch(stored -> isDone(stored, step, name)),
                "a phase's row committed without the step",
                step,
                row));
    require(
        row.state() != RecordState.SUCCEEDED || tookEffect(ModelWork.nameOf(row.outcome())),
        "a success is stored whose steps did not take effect",
        row);
  }

  private static boolean isDone(FakeStep stored, String step, String name) {
    return stored.place().name().equals(step)
        && stored.state() == StoredStep.State.DONE
        && textOf(stored).equals(name);
  }

  /** A life with steps ends with a final outcome, or never. */
  void requireMayEnd(FakeRow ended) {
    boolean isFinal = ended.state() != RecordState.IN_PROGRESS && !ended.retryable();
    boolean mayHaveTakenEffect =
        ended.steps().stream().anyMatch(step -> step.state() != StoredStep.State.NOT_DONE);
    require(
        isFinal || !mayHaveTakenEffect, "a life with steps ended without a final outcome", ended);
  }

  void describe(StringBuilder text) {
    phases.values().forEach(text::append);
    charges.values().forEach(text::append);
  }

  private static String textOf(FakeStep step) {
    return new String(Objects.requireNonNull(step.result()), StandardCharsets.UTF_8);
  }
}
