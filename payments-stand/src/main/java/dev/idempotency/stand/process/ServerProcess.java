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

  // Ctrl-C reaches the children first; by the end of the pause the stand knows that it ends as
  // well.
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final String name;
  private final String service;
  private final Keeper keeper;
  private @Nullable Child child;

  /**
   * An empty place.
   *
   * @param name what people call the server
   * @param service what the control address calls it
   * @param keeper told when the server ends although nobody here ended it
   */
  public ServerProcess(String name, String service, Keeper keeper) {
    this.name = name;
    this.service = service;
    this.keeper = keeper;
  }

  /** Puts a running server in its place. */
  public void adopt(Child started) {
    synchronized (this) {
      child = started;
    }
    started.onEnd(PAUSE, code -> noticeEnd(started, code));
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
      keeper
          .console()
          .say(
              "%s (pid %d) ended by %s%s",
              name, ended.pid(), Child.describeExit(code), keeper.startAgain(service));
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
