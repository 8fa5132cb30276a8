// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a person may do to the services of a running stand. */
final class Commands {

  private Commands() {}

  static Map<String, Runnable> of(Stand stand) {
    Map<String, Runnable> commands = new LinkedHashMap<>();
    commands.put(
        "POST /postgres/start",
        () -> {
          stand.postgres().start();
          stand.say("PostgreSQL runs, pid " + stand.postgres().pid());
        });
    commands.put(
        "POST /postgres/stop",
        () -> {
          stand.postgres().stop();
          stand.say("PostgreSQL was stopped");
        });
    commands.put(
        "POST /redis/start",
        () -> {
          stand.redis().start();
          stand.say("Redis runs, pid " + stand.redis().pid());
        });
    commands.put(
        "POST /redis/stop",
        () -> {
          stand.redis().stop();
          stand.say("Redis was stopped");
        });
    commands.put(
        "POST /gateway/start",
        () -> {
          stand.gateway().start();
          stand.say("The gateway runs, pid " + stand.gateway().pid());
        });
    return commands;
  }
}
