// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How a child process is started.
 *
 * @param name what it is called on the console
 * @param command program and arguments
 * @param directory its working directory, created if missing
 * @param environment variables beside the inherited ones
 * @param log where its output is appended
 * @param endSignal what ends it in an orderly way
 * @param onLine sees each line of output
 */
public record ChildSpec(
    String name,
    List<String> command,
    Path directory,
    Map<String, String> environment,
    Path log,
    Signal endSignal,
    Consumer<String> onLine) {

  /** Copies the collections. */
  public ChildSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** A child without variables of its own, ended by SIGTERM, whose lines nobody watches. */
  public static ChildSpec of(String name, List<String> command, Path directory, Path log) {
    return new ChildSpec(name, command, directory, Map.of(), log, Signal.TERM, line -> {});
  }

  /** The same with another signal to end it. */
  public ChildSpec endedBy(Signal signal) {
    return new ChildSpec(name, command, directory, environment, log, signal, onLine);
  }

  /** The same with somebody watching its output. */
  public ChildSpec watchedBy(Consumer<String> watcher) {
    return new ChildSpec(name, command, directory, environment, log, endSignal, watcher);
  }
}
