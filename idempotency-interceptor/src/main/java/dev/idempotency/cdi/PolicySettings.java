// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.protocol.Reaction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Reads what an ending means for the key (P25). Each of the six lists comes from its strongest
 * source; where two lists name the same class or status, the stronger source decides, and two of
 * one strength contradict each other.
 */
final class PolicySettings {

  private record Listed(Reaction reaction, GivenValue.Rank rank, Setting setting) {}

  private final SettingReader reader;
  private final Problems problems;
  private final String where;

  PolicySettings(SettingReader reader, Problems problems, String where) {
    this.reader = reader;
    this.problems = problems;
    this.where = where;
  }

  OutcomePolicy of(Idempotent annotation) {
    return new OutcomePolicy(byStatus(annotation), byClass(annotation));
  }

  private Map<Class<? extends Throwable>, Reaction> byClass(Idempotent annotation) {
    Map<Class<? extends Throwable>, Listed> listed = new HashMap<>();
    put(listed, Setting.RETRY_ON, Reaction.RETRY, names(annotation.retryOn()));
    put(listed, Setting.REPLAY_ON, Reaction.REPLAY, names(annotation.replayOn()));
    put(listed, Setting.NEW_KEY_ON, Reaction.NEW_KEY, names(annotation.newKeyOn()));
    return reactions(listed);
  }

  private Map<Integer, Reaction> byStatus(Idempotent annotation) {
    Map<Integer, Listed> listed = new HashMap<>();
    putStatuses(listed, Setting.RETRY_ON_STATUS, Reaction.RETRY, annotation.retryOnStatus());
    putStatuses(listed, Setting.REPLAY_ON_STATUS, Reaction.REPLAY, annotation.replayOnStatus());
    putStatuses(listed, Setting.NEW_KEY_ON_STATUS, Reaction.NEW_KEY, annotation.newKeyOnStatus());
    return reactions(listed);
  }

  /** Annotated classes are there already: they need no name by which they are found again. */
  private void put(
      Map<Class<? extends Throwable>, Listed> all,
      Setting setting,
      Reaction reaction,
      Map<String, Class<? extends Throwable>> annotated) {
    GivenValue given = reader.given(setting, String.join(",", annotated.keySet()));
    BiFunction<Setting, GivenValue, Set<Class<? extends Throwable>>> parser =
        given.rank() == GivenValue.Rank.ANNOTATION
            ? (s, g) -> Set.copyOf(annotated.values())
            : SettingParsers::exceptions;
    reader
        .read(setting, String.join(",", annotated.keySet()), parser)
        .forEach(type -> put(all, type, new Listed(reaction, given.rank(), setting)));
  }

  private void putStatuses(
      Map<Integer, Listed> all, Setting setting, Reaction reaction, int[] annotated) {
    String text =
        Arrays.stream(annotated).mapToObj(String::valueOf).collect(Collectors.joining(","));
    GivenValue given = reader.given(setting, text);
    reader
        .read(setting, text, SettingParsers::statuses)
        .forEach(status -> put(all, status, new Listed(reaction, given.rank(), setting)));
  }

  private <K> void put(Map<K, Listed> all, K key, Listed listed) {
    Listed before = all.putIfAbsent(key, listed);
    if (before == null) {
      return;
    }
    if (listed.rank() == before.rank()) {
      problems.add(
          where,
          "%s and %s both name %s; keep it in one of them"
              .formatted(before.setting().settingName(), listed.setting().settingName(), key));
    } else if (listed.rank().compareTo(before.rank()) > 0) {
      all.put(key, listed);
    }
  }

  private static Map<String, Class<? extends Throwable>> names(
      Class<? extends Throwable>[] annotated) {
    return Arrays.stream(annotated)
        .collect(Collectors.toMap(Class::getName, type -> type, (first, again) -> first));
  }

  private static <K> Map<K, Reaction> reactions(Map<K, Listed> listed) {
    return listed.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().reaction()));
  }
}
