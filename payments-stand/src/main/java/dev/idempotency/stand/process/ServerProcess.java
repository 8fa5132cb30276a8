// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A server that nobody starts again by itself: its place, empty while the server is down.
 *
 * <p>Thread-safe.
 */
public final class ServerProcess {

  private final String name;
  private final Console console;
  private @Nullable Child child;

  /** An empty place; the console is told when a server ends that nobody ended. */
  public ServerProcess(String name, Console console) {
    this.name = name;
    this.console = console;
  }

  /** Puts a running server in its place. */
  public void adopt(Child started) {
    synchronized (this) {
      child = started;
    }
    started.exit().thenAccept(code -> noticeEnd(started, code));
  }

  private void noticeEnd(Child ended, int code) {
    boolean unexpected;
    synchronized (this) {
      unexpected = child == ended;
      if (unexpected) {
        child = null;
      }
    }
    if (unexpected) {
      console.say("%s (pid %d) ended by %s", name, ended.pid(), Child.describeExit(code));
    }
  }

  /** Ends the server and returns when it is gone; does nothing if it is down. */
  public void end(Signal signal, Duration grace) {
    Child running;
    synchronized (this) {
      running = child;
      child = null;
    }
    if (running != null) {
      running.end(signal, grace);
    }
  }

  /** Whether the server runs. */
  public synchronized boolean isRunning() {
    return child != null && child.isAlive();
  }

  /**
   * The number of the server process.
   *
   * @throws StandException if the server is down
   */
  public synchronized long pid() {
    if (child == null) {
      throw new StandException(name + " does not run.");
    }
    return child.pid();
  }
}
