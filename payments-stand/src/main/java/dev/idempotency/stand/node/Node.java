// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.Child;
import dev.idempotency.stand.process.ChildSpec;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One application server node: a JVM with the sample in it, started again whenever it ends.
 *
 * <p>Thread-safe.
 */
public final class Node implements AutoCloseable {

  /** {@code -Dready.timeout}: how long a start may take before it is given up. */
  private static final Duration START_LIMIT =
      Duration.ofSeconds(Integer.getInteger("ready.timeout", 300));

  private static final long DATABASE_POLL_MILLIS = 200;

  private final NodeSpec spec;
  private final AppServer server;
  private final Keeper keeper;
  private final Supervisor supervisor;

  /**
   * Prepares a node; nothing runs yet.
   *
   * @param layout where the server is
   * @param kind which server
   * @param spec the node
   * @param keeper looks after the process; its console hears when the node is ready or ends
   */
  public Node(Layout layout, ServerKind kind, NodeSpec spec, Keeper keeper) {
    this.spec = spec;
    this.server = layout.server(kind);
    this.keeper = keeper;
    this.supervisor =
        new Supervisor(
            spec.name(),
            this::launch,
            new HttpReadiness(
                URI.create(spec.application() + "/api/transfers?account_number=readiness")),
            START_LIMIT,
            keeper.console());
  }

  private Child launch() {
    awaitDatabase();
    return Child.start(
        ChildSpec.of(spec.name(), server.prepare(spec), spec.directory(), spec.log())
            .watchedBy(new ErrorEcho(spec.name(), keeper.console())),
        keeper.leash());
  }

  /** The application migrates its schema at start and does not deploy without a database. */
  private void awaitDatabase() {
    boolean told = false;
    while (!spec.database().isReachable()) {
      if (!told) {
        keeper.console().say("%s waits for the database", spec.name());
        told = true;
      }
      try {
        Thread.sleep(DATABASE_POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StandException("Interrupted while waiting for the database.", e);
      }
    }
  }

  /**
   * Starts the node and its supervision; returns at once.
   *
   * @throws StandException if its port is taken
   */
  public void start() {
    Ports.requireFree(spec.port(), spec.name(), "http.port");
    supervisor.start();
  }

  /**
   * Returns when the application answers.
   *
   * @throws StandException if it does not within {@code -Dready.timeout}, or never will
   */
  public void awaitReady() {
    supervisor.awaitReady(START_LIMIT);
  }

  /** Whether the application answered and has not ended since. */
  public boolean isReady() {
    return supervisor.isReady();
  }

  /** Kills the JVM as {@code kill -9} does and returns when it is gone; it is started again. */
  public void kill9() {
    supervisor.kill9();
  }

  /** Pauses the JVM: connections and locks stay, nothing in it moves. */
  public void sigstop() {
    supervisor.require().signal(Signal.STOP);
  }

  /** Lets a paused JVM go on. */
  public void sigcont() {
    supervisor.require().signal(Signal.CONT);
  }

  /** Ends the node in an orderly way; it stays down until {@link #start()}. */
  public void stop() {
    supervisor.stop();
  }

  /** Its number, from 1. */
  public int number() {
    return spec.number();
  }

  /**
   * The number of its process.
   *
   * @throws StandException if it does not run at the moment
   */
  public long pid() {
    return supervisor.require().pid();
  }

  /** How often it was started. */
  public int starts() {
    return supervisor.starts();
  }

  /** The address of the application, without a slash at the end. */
  public URI url() {
    return spec.application();
  }

  /** The log of all its starts. */
  public Path log() {
    return spec.log();
  }

  @Override
  public void close() {
    supervisor.close();
  }
}
