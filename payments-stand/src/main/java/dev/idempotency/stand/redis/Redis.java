// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.redis;

import dev.idempotency.stand.process.Child;
import dev.idempotency.stand.process.ChildSpec;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.ServerProcess;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A Redis server that keeps nothing on disk: the quick lock may be lost at any time.
 *
 * <p>Nobody starts it again but {@link #start()}. Thread-safe.
 */
public final class Redis implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(20);

  private final Path binary;
  private final Path directory;
  private final Path log;
  private final int port;
  private final Keeper keeper;
  private final ServerProcess server;

  /**
   * Prepares a server; nothing runs yet.
   *
   * @param binaries where Redis is unpacked, shared between servers
   * @param log where its output is appended
   * @param port on the loopback address
   * @param keeper looks after the process
   */
  public Redis(Path binaries, Path log, int port, Keeper keeper) {
    this.binary = RedisBinary.unpackedIn(binaries);
    this.directory = binaries;
    this.log = log;
    this.port = port;
    this.keeper = keeper;
    this.server = new ServerProcess("Redis", "redis", keeper);
  }

  /**
   * Starts the server and returns when it accepts connections; does nothing if it runs.
   *
   * @throws StandException if it does not start
   */
  public synchronized void start() {
    if (isRunning()) {
      return;
    }
    Ports.requireFree(port, "Redis", "redis.port");
    Child started = Child.start(ChildSpec.of("Redis", command(), directory, log), keeper.leash());
    awaitConnections(started);
    server.adopt(started);
  }

  private List<String> command() {
    return List.of(
        binary.toString(),
        "--port",
        Integer.toString(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--daemonize",
        "no");
  }

  private void awaitConnections(Child started) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!Ports.accepts("127.0.0.1", port)) {
      if (started.awaitExit(POLL)) {
        throw new StandException("Redis did not start.\n" + started.logTail());
      }
      if (System.nanoTime() > deadline) {
        started.kill();
        throw new StandException("Redis is not up in time.\n" + started.logTail());
      }
    }
  }

  /** Ends the server in an orderly way. */
  public void stop() {
    server.end(Signal.TERM, STOP_GRACE);
  }

  /** Kills the server. */
  public void kill9() {
    server.end(Signal.KILL, STOP_GRACE);
  }

  /** Whether the server process runs. */
  public boolean isRunning() {
    return server.isRunning();
  }

  /**
   * The number of the server process.
   *
   * @throws StandException if it does not run
   */
  public long pid() {
    return server.pid();
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    stop();
  }
}
