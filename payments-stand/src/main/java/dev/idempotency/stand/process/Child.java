// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/** A running child process whose output goes to a log file. Thread-safe. */
public final class Child {

  private static final int SIGNAL_EXIT_BASE = 128;
  private static final Duration SETTLING = Duration.ofSeconds(2);

  private final ChildSpec spec;
  private final Process process;
  private final CompletableFuture<Integer> exit;

  private Child(ChildSpec spec, Process process, Leash leash) {
    this.spec = spec;
    this.process = process;
    this.exit =
        process
            .onExit()
            .thenApply(
                ended -> {
                  leash.remove(ended.pid());
                  return ended.exitValue();
                });
  }

  /**
   * Starts a process.
   *
   * @throws StandException if the program cannot be started
   */
  public static Child start(ChildSpec spec, Leash leash) {
    try {
      Files.createDirectories(spec.log().toAbsolutePath().getParent());
      Files.createDirectories(spec.directory());
      ProcessBuilder builder =
          new ProcessBuilder(spec.command())
              .directory(spec.directory().toFile())
              .redirectErrorStream(true);
      builder.environment().putAll(spec.environment());
      Process process = builder.start();
      process.getOutputStream().close();
      guard(process, spec, leash);
      Child child = new Child(spec, process, leash);
      Thread pump = new Thread(child::copyOutput, "log-" + spec.name());
      pump.setDaemon(true);
      pump.start();
      return child;
    } catch (IOException e) {
      throw new StandException(
          "%s could not be started with %s.".formatted(spec.name(), spec.command().get(0)), e);
    }
  }

  private static void guard(Process process, ChildSpec spec, Leash leash) {
    try {
      leash.add(process.pid(), spec.endSignal());
    } catch (StandException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private void copyOutput() {
    try (BufferedReader in = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
        BufferedWriter log =
            Files.newBufferedWriter(
                spec.log(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        log.write(line);
        log.newLine();
        log.flush();
        spec.onLine().accept(line);
      }
    } catch (IOException e) {
      // The stream breaks when the process is killed, a moment before that can be seen; anything
      // else is told by the exit code.
      if (!awaitExit(SETTLING)) {
        throw new UncheckedIOException("The log of " + spec.name() + " cannot be written.", e);
      }
    }
  }

  /** What the process is called on the console. */
  public String name() {
    return spec.name();
  }

  /** The number of the process, the one that {@code kill} takes. */
  public long pid() {
    return process.pid();
  }

  /** Whether the process still runs; a paused one does. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end and returns the exit code; 128 + n stands for signal n. */
  public int awaitExit() {
    return exit.join();
  }

  /** Tells the listener the exit code some time after the process has ended. */
  void onEnd(Duration later, IntConsumer listener) {
    Executor executor = CompletableFuture.delayedExecutor(later.toMillis(), TimeUnit.MILLISECONDS);
    var unused = exit.thenAcceptAsync(listener::accept, executor);
  }

  /** Sends a signal, unless the process has ended. */
  public void signal(Signal signal) {
    try {
      if (process.isAlive()) {
        signal.sendTo(process.pid());
      }
    } catch (StandException e) {
      // It ended in between, which is as good; the system tells so a moment later.
      if (!awaitExit(SETTLING)) {
        throw e;
      }
    }
  }

  /** Sends SIGKILL and returns when the process is gone. */
  public void kill() {
    process.destroyForcibly();
    exit.join();
  }

  /** Sends the signal, waits, then kills; returns when the process is gone. */
  public void end(Signal signal, Duration grace) {
    signal(signal);
    // A paused process takes the signal only when it goes on.
    signal(Signal.CONT);
    if (!awaitExit(grace)) {
      kill();
    }
  }

  /** Whether the process ended within the time. */
  public boolean awaitExit(Duration atMost) {
    try {
      exit.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    } catch (ExecutionException e) {
      throw new StandException("The end of " + spec.name() + " could not be observed.", e);
    }
  }

  /** An exit code in words. */
  public static String describeExit(int code) {
    return code > SIGNAL_EXIT_BASE ? "signal " + (code - SIGNAL_EXIT_BASE) : "exit code " + code;
  }

  /** The last lines of the log, for a message. */
  public String logTail() {
    return LogTail.of(spec.log());
  }
}
