// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.phases;

/** What the guarded beans of the suite have in common. */
public interface PhasedOperation {
  String work(String key, String label);
}
