// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

/**
 * Who looks after the child processes.
 *
 * @param leash ends them if this JVM dies
 * @param console told what happens to them
 * @param controlUrl where a person starts again what nobody else does; empty if nowhere
 */
public record Keeper(Leash leash, Console console, String controlUrl) {

  /** How a person starts the service again, as the end of a sentence. */
  String startAgain(String service) {
    return controlUrl.isEmpty()
        ? ""
        : "; it is not started again by itself, start it with: curl -X POST %s/%s/start"
            .formatted(controlUrl, service);
  }
}
