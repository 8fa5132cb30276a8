// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.util.List;

/**
 * One row of the table.
 *
 * @param proves what it proves: numbers of handed cases, rows of docs/reference/http.md
 * @param name a sentence
 * @param serversDiffer whether the servers are documented to answer differently
 * @param script what the sentence means
 */
record Case(List<String> proves, String name, boolean serversDiffer, Script script) {

  @FunctionalInterface
  interface Script {
    void run(Scene scene) throws Exception;
  }

  @Override
  public String toString() {
    return String.join(", ", proves) + ": " + name;
  }
}
