// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.gateway.Gateway;
import dev.idempotency.stand.node.Database;
import dev.idempotency.stand.node.Node;
import dev.idempotency.stand.postgres.Postgres;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.MutableConsole;
import dev.idempotency.stand.process.StandException;
import dev.idempotency.stand.redis.Redis;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Database, quick lock, gateway with mail sink, and nodes with the sample, all separate processes.
 *
 * <pre>{@code
 * try (Stand stand = Stand.builder().server(ServerKind.WILDFLY).nodes(2).start()) {
 *   stand.gateway().behave(Behaviour.holding());
 *   stand.node(1).kill9();
 *   stand.node(1).awaitReady();
 * }
 * }</pre>
 *
 * <p>Nothing it starts outlives {@link #close()}, or this JVM. Several stands may run in one JVM.
 * Thread-safe.
 */
public final class Stand implements AutoCloseable {

  private final Keeper keeper;
  private final MutableConsole console;
  private final Database database;
  private final @Nullable Postgres postgres;
  private final Redis redis;
  private final Gateway gateway;
  private final List<Node> nodes;
  private final Runnable afterClose;

  Stand(StandParts parts) {
    keeper = parts.keeper();
    console = parts.console();
    database = parts.database();
    postgres = parts.postgres();
    redis = parts.redis();
    gateway = parts.gateway();
    nodes = parts.nodes();
    afterClose = parts.afterClose();
  }

  /** A stand with one Payara Micro 6 node on free ports, unless told otherwise. */
  public static StandBuilder builder() {
    return new StandBuilder();
  }

  /**
   * Starts everything and returns when every node is ready.
   *
   * @throws StandException if anything does not start; what did is ended
   */
  void start() {
    try {
      together(
          Stream.concat(
              Stream.<Runnable>of(redis::start, gateway::start),
              Stream.ofNullable(postgres).map(server -> server::start)));
      nodes.forEach(Node::start);
      nodes.forEach(Node::awaitReady);
    } catch (StandException e) {
      close();
      throw e;
    }
  }

  /** The database server. */
  public Postgres postgres() {
    if (postgres == null) {
      throw new StandException("This stand uses a database of somebody else: " + database);
    }
    return postgres;
  }

  /** The database that the nodes use, be it the stand's own or not. */
  public Database database() {
    return database;
  }

  /** Whether the database server is the stand's own. */
  public boolean ownsDatabase() {
    return postgres != null;
  }

  /** The quick lock's server. */
  public Redis redis() {
    return redis;
  }

  /** The gateway simulator and mail sink. */
  public Gateway gateway() {
    return gateway;
  }

  /** All nodes, in order. */
  public List<Node> nodes() {
    return nodes;
  }

  /**
   * A node by its number.
   *
   * @param number from 1
   */
  public Node node(int number) {
    if (number < 1 || number > nodes.size()) {
      throw new StandException(
          "There is no node %d; nodes are numbered from 1 to %d.".formatted(number, nodes.size()));
    }
    return nodes.get(number - 1);
  }

  /** Tells the console. */
  void say(String line) {
    console.say(line);
  }

  /** Ends every process, nodes first; returns when all are gone. */
  @Override
  public void close() {
    console.mute();
    try {
      together(nodes.stream().map(node -> node::close));
      together(
          Stream.concat(
              Stream.<Runnable>of(redis::close, gateway::close),
              Stream.ofNullable(postgres).map(server -> server::close)));
    } finally {
      keeper.leash().close();
    }
    afterClose.run();
  }

  private static void together(Stream<Runnable> actions) {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    actions.forEach(action -> running.add(CompletableFuture.runAsync(action, Stand::inNewThread)));
    try {
      CompletableFuture.allOf(running.toArray(new CompletableFuture<?>[0])).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StandException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static void inNewThread(Runnable action) {
    Thread thread = new Thread(action, "stand");
    thread.setDaemon(true);
    thread.start();
  }
}
