// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** What cannot be honoured in this deployment, collected so that all of it is told at once. */
final class Problems {

  private final List<String> found = Collections.synchronizedList(new ArrayList<>());

  /** Adds a problem, unless the same one is there already. */
  void add(String where, String reasonAndRemedy) {
    String problem = where + ": " + reasonAndRemedy;
    if (!found.contains(problem)) {
      found.add(problem);
    }
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  String message() {
    return found.stream()
        .map(problem -> System.lineSeparator() + "  - " + problem)
        .collect(
            Collectors.joining(
                "",
                "@Idempotent cannot be honoured in this deployment, problems found: "
                    + found.size(),
                ""));
  }
}
