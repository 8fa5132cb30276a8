// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

/** Tells whether a process that runs is of use yet. */
@FunctionalInterface
interface Readiness {

  /** Asks once; returns quickly. */
  boolean isReady();
}
