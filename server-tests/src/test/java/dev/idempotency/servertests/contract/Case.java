// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

/** One row of the table: a sentence, and what it means. */
record Case(String name, Script script) {

  @FunctionalInterface
  interface Script {
    void run(Scene scene) throws Exception;
  }

  @Override
  public String toString() {
    return name;
  }
}
