// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.util.ArrayList;
import java.util.List;

/** Collects cases; names are unique. */
final class Table {

  /** A CDI bean, an EJB and a class without scope: the three that can be guarded. */
  static final List<String> KINDS = List.of("cdi", "ejb", "plain");

  private final List<Case> cases = new ArrayList<>();

  void add(String name, Case.Script script) {
    if (cases.stream().anyMatch(c -> c.name().equals(name))) {
      throw new IllegalArgumentException("Two cases are named " + name);
    }
    cases.add(new Case(name, script));
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

  List<Case> cases() {
    return List.copyOf(cases);
  }

  static List<Case> everything() {
    Table table = new Table();
    KeyCases.addTo(table);
    ScopeCases.addTo(table);
    ReplayCases.addTo(table);
    OutcomeCases.addTo(table);
    FingerprintCases.addTo(table);
    BodyCases.addTo(table);
    SettingsCases.addTo(table);
    FeatureCases.addTo(table);
    ValueCases.addTo(table);
    return table.cases();
  }
}
