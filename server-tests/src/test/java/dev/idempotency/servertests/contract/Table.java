// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects cases; names are unique. */
final class Table {

  /** A CDI bean, an EJB and a class without scope: the three that can be guarded. */
  static final List<String> KINDS = List.of("cdi", "ejb", "plain");

  private final Map<String, Case> cases = new LinkedHashMap<>();
  private List<String> proves = List.of();

  /**
   * Says what the cases prove that are added from here on.
   *
   * @param references numbers of handed cases, and first cells of rows of docs/reference/http.md
   */
  void proves(String... references) {
    proves = List.of(references);
  }

  void add(String name, Case.Script script) {
    add(new Case(proves, name, false, script));
  }

  /** A case whose answers are documented to depend on the server. */
  void addWhereServersDiffer(String name, Case.Script script) {
    add(new Case(proves, name, true, script));
  }

  private void add(Case row) {
    if (row.proves().isEmpty()) {
      throw new IllegalArgumentException("Nobody knows what this proves: " + row.name());
    }
    if (cases.put(row.name(), row) != null) {
      throw new IllegalArgumentException("Two cases are named " + row.name());
    }
  }

  /** One case for each kind of resource. */
  void onEveryKind(String name, KindScript script) {
    for (String kind : KINDS) {
      add(name + " [" + kind + "]", scene -> script.run(scene, kind));
    }
  }

  @FunctionalInterface
  interface KindScript {
    void run(Scene scene, String kind) throws Exception;
  }

  static List<Case> everything() {
    Table table = new Table();
    KeyCases.addTo(table);
    ScopeCases.addTo(table);
    ReplayCases.addTo(table);
    OutcomeCases.addTo(table);
    FingerprintCases.addTo(table);
    RequestLineCases.addTo(table);
    BodyCases.addTo(table);
    SettingsCases.addTo(table);
    FeatureCases.addTo(table);
    ValueCases.addTo(table);
    AroundCases.addTo(table);
    return List.copyOf(table.cases.values());
  }
}
