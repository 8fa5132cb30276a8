// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.OperatorDecision;
import dev.idempotency.payments.http.JsonFields;
import jakarta.json.JsonObject;
import java.util.HashSet;
import java.util.Set;

/**
 * What every action says.
 *
 * @param decision the attempt that was seen, why, and whether by force
 */
record ActionRequest(OperatorDecision decision) {

  private static final int LONGEST_REASON = 1000;
  private static final Set<String> MEMBERS = Set.of("attempt", "reason", "force");

  static ActionRequest read(JsonObject body) {
    return read(JsonFields.of(body), Set.of());
  }

  /** Reads an action that has members of its own as well. */
  static ActionRequest read(JsonFields fields, Set<String> others) {
    Set<String> all = new HashSet<>(MEMBERS);
    all.addAll(others);
    JsonFields known = fields.only(all);
    return new ActionRequest(
        new OperatorDecision(
            known.wholeNumber("attempt", 1, Long.MAX_VALUE),
            known.text("reason", 1, LONGEST_REASON),
            known.flag("force")));
  }
}
