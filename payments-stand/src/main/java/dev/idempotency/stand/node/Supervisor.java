// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.Child;
import dev.idempotency.stand.process.Console;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one child process running: a child that ends, in whatever way, is started again.
 *
 * <p>A child that ends before it ever was ready is not: what fails at the first start fails for a
 * reason that a second start does not cure. Thread-safe.
 */
final class Supervisor implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration STOP_GRACE = Duration.ofSeconds(8);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(30);

  // Ctrl-C reaches the children first; by the end of the pause the stand knows that it ends as
  // well.
  private static final Duration FIRST_PAUSE = Duration.ofMillis(300);

  private final String name;
  private final Supplier<Child> starter;
  private final Readiness readiness;
  private final Duration startLimit;
  private final Console console;

  private @Nullable Thread watcher;
  private @Nullable Child child;
  private @Nullable String failure;
  private boolean ready;
  private boolean everReady;
  private int starts;

  Supervisor(
      String name,
      Supplier<Child> starter,
      Readiness readiness,
      Duration startLimit,
      Console console) {
    this.name = name;
    this.starter = starter;
    this.readiness = readiness;
    this.startLimit = startLimit;
    this.console = console;
  }

  /** Starts the child and watches it from now on; returns at once. */
  synchronized void start() {
    if (watcher != null) {
      throw new StandException(name + " is started already; stop it first.");
    }
    failure = null;
    Thread thread = new Thread(this::watch, "supervisor-" + name);
    thread.setDaemon(true);
    watcher = thread;
    thread.start();
  }

  /** Ends the child and leaves it so; returns when it is gone. */
  void stop() {
    Thread thread;
    synchronized (this) {
      thread = watcher;
      watcher = null;
      notifyAll();
    }
    if (thread == null) {
      return;
    }
    Child last = current();
    if (last != null) {
      last.end(Signal.TERM, STOP_GRACE);
    }
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // A child started while this method looked at the one before it.
    Child straggler = current();
    if (straggler != null && straggler.isAlive()) {
      straggler.kill();
    }
  }

  /** Kills the child as {@code kill -9} does; returns when it is gone, before the next start. */
  void kill9() {
    Child victim = require();
    victim.kill();
    markDown(victim);
  }

  /** The running child. */
  Child require() {
    Child running = current();
    if (running == null || !running.isAlive()) {
      throw new StandException(name + " does not run at the moment.");
    }
    return running;
  }

  /** How often a child was started. */
  synchronized int starts() {
    return starts;
  }

  synchronized boolean isReady() {
    return ready;
  }

  /**
   * Returns when the child is ready.
   *
   * @throws StandException if it is not within the time, or never will be
   */
  synchronized void awaitReady(Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!ready) {
      if (failure != null) {
        throw new StandException(failure);
      }
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (watcher == null || leftMillis <= 0) {
        throw new StandException(
            watcher == null
                ? name + " was stopped and will not get ready."
                : name + " is not ready after " + atMost.toSeconds() + " s.\n" + tail());
      }
      try {
        wait(leftMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StandException("Interrupted while waiting for " + name + ".", e);
      }
    }
  }

  @Override
  public void close() {
    stop();
  }

  private void watch() {
    Duration pause = FIRST_PAUSE;
    while (isWanted()) {
      try {
        Child running = launch();
        boolean wasReady = awaitReadiness(running);
        int code = running.awaitExit();
        markDown(running);
        Thread.sleep(FIRST_PAUSE.toMillis());
        if (!isWanted() || givesUp(running, code)) {
          return;
        }
        console.say(
            "%s (pid %d) ended by %s; it is started again",
            name, running.pid(), Child.describeExit(code));
        pause = wasReady ? FIRST_PAUSE : min(pause.multipliedBy(2), MAX_PAUSE);
        Thread.sleep(wasReady ? 0 : pause.toMillis());
      } catch (InterruptedException e) {
        return;
      } catch (StandException e) {
        // An interrupted start of a child that nobody wants any more is no failure.
        if (isWanted()) {
          fail(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        }
        return;
      }
    }
  }

  private Child launch() {
    Child started = starter.get();
    synchronized (this) {
      child = started;
      starts++;
    }
    return started;
  }

  private boolean awaitReadiness(Child running) throws InterruptedException {
    long begin = System.nanoTime();
    while (running.isAlive() && isWanted()) {
      if (readiness.isReady() && running.isAlive()) {
        markReady(running, Duration.ofNanos(System.nanoTime() - begin));
        return true;
      }
      if (System.nanoTime() - begin > startLimit.toNanos()) {
        console.say(
            "%s (pid %d) is not ready after %d s and is killed",
            name, running.pid(), startLimit.toSeconds());
        running.kill();
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return false;
  }

  private synchronized void markReady(Child running, Duration took) {
    ready = true;
    console.say(
        "%s is %s (pid %d) after %.1f s",
        name, everReady ? "ready again" : "ready", running.pid(), took.toMillis() / 1000.0);
    everReady = true;
    notifyAll();
  }

  private synchronized void markDown(Child ended) {
    if (child == ended) {
      ready = false;
    }
  }

  private synchronized boolean givesUp(Child ended, int code) {
    if (everReady) {
      return false;
    }
    fail(
        "%s ended by %s before it was ready.%n%s"
            .formatted(name, Child.describeExit(code), ended.logTail()));
    return true;
  }

  private synchronized void fail(String message) {
    failure = message;
    console.say(message);
    notifyAll();
  }

  private String tail() {
    Child last = current();
    return last == null ? "It was not started." : last.logTail();
  }

  private synchronized boolean isWanted() {
    return watcher == Thread.currentThread();
  }

  private synchronized @Nullable Child current() {
    return child;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
