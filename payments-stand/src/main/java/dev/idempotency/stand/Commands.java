// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a person may do to the services of a running stand. */
final class Commands {

  private Commands() {}

  static Map<String, Runnable> of(Stand stand) {
    Map<String, Runnable> commands = new LinkedHashMap<>();
    commands.put("POST /postgres/start", () -> stand.postgres().start());
    commands.put("POST /postgres/stop", () -> stand.postgres().stop());
    commands.put("POST /redis/start", () -> stand.redis().start());
    commands.put("POST /redis/stop", () -> stand.redis().stop());
    commands.put("POST /gateway/start", () -> stand.gateway().start());
    return commands;
  }
}
