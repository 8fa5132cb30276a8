// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

/** What the guarded beans have in common. */
public interface Sending {
  String work(String key, String label);
}
