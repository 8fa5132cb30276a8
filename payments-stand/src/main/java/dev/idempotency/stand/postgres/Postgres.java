// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import dev.idempotency.stand.process.Child;
import dev.idempotency.stand.process.ChildSpec;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.ServerProcess;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server with the database {@code payments}, owned by the role {@code payments}.
 *
 * <p>It is durable: what it acknowledged survives {@link #stopImmediate()} and {@link #kill9()}.
 * Nobody starts it again but {@link #start()}. Thread-safe.
 */
public final class Postgres implements AutoCloseable {

  /** Database, role and password of the application. */
  public static final String PAYMENTS = "payments";

  static final String SUPERUSER = "postgres";

  private static final Duration STOP_GRACE = Duration.ofSeconds(20);
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 50;

  /** Durable, and quick to notice owners that are paused or cut off (P32 of the protocol). */
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("idle_in_transaction_session_timeout", "30s"),
          Map.entry("tcp_keepalives_idle", "10"),
          Map.entry("tcp_keepalives_interval", "5"),
          Map.entry("tcp_keepalives_count", "3"),
          Map.entry("max_connections", "200"),
          Map.entry("listen_addresses", "localhost"),
          // The path of a socket in the data folder may be longer than a socket's path may be.
          Map.entry("unix_socket_directories", ""));

  private final DataDirectory data;
  private final Path log;
  private final int port;
  private final Map<String, String> settings;
  private final Unprivileged user;
  private final Path program;
  private final Keeper keeper;
  private final ServerProcess server;

  /**
   * Prepares a server; nothing runs yet.
   *
   * @param files where its programs, its data and its log are
   * @param port on the loopback address
   * @param settings server settings beside or instead of the stand's own
   * @param keeper looks after the process
   */
  public Postgres(PostgresFiles files, int port, Map<String, String> settings, Keeper keeper) {
    Unprivileged user = Unprivileged.detect();
    Path home = PostgresBinaries.unpackedIn(files.binaries());
    this.user = user;
    this.program = home.resolve("bin/postgres");
    this.data = new DataDirectory(files.data().toAbsolutePath(), home, user);
    this.log = files.log();
    this.port = port;
    this.settings = new TreeMap<>(SETTINGS);
    this.settings.putAll(settings);
    this.keeper = keeper;
    this.server = new ServerProcess("PostgreSQL", "postgres", keeper);
  }

  /**
   * Starts the server and returns when it takes statements; does nothing if it runs.
   *
   * <p>A server that an earlier, killed stand left behind on the same data is stopped first.
   *
   * @throws StandException if it does not start
   */
  public synchronized void start() {
    if (isRunning()) {
      return;
    }
    data.acquire();
    data.stopLeftOver(keeper.console());
    Ports.requireFree(port, "PostgreSQL", "postgres.port");
    data.create();
    Child started =
        Child.start(
            ChildSpec.of("PostgreSQL", command(), data.path(), log).endedBy(Signal.INT),
            keeper.leash());
    try {
      awaitStatements(started);
      Bootstrap.run(superuserDataSource("postgres"), superuserDataSource(PAYMENTS));
    } catch (SQLException e) {
      started.end(Signal.INT, STOP_GRACE);
      throw new StandException("The database " + PAYMENTS + " could not be prepared.", e);
    }
    server.adopt(started);
  }

  private List<String> command() {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(), "-D", data.path().toString(), "-p", Integer.toString(port)));
    settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return user.command(command);
  }

  private void awaitStatements(Child started) throws SQLException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try (var connection = superuserDataSource("postgres").getConnection()) {
        if (connection.isValid(1)) {
          return;
        }
      } catch (SQLException e) {
        if (!started.isAlive()) {
          throw new StandException("PostgreSQL did not start.\n" + started.logTail(), e);
        }
        if (System.nanoTime() > deadline) {
          started.kill();
          throw new StandException("PostgreSQL is not up in time.\n" + started.logTail(), e);
        }
      }
      if (started.awaitExit(Duration.ofMillis(POLL_MILLIS))) {
        throw new StandException("PostgreSQL did not start.\n" + started.logTail());
      }
    }
  }

  /** Fast shutdown: sessions are cut, open transactions roll back, nothing acknowledged is lost. */
  public void stop() {
    server.end(Signal.INT, STOP_GRACE);
  }

  /** Immediate shutdown, as after a crash: the next start recovers from the log. */
  public void stopImmediate() {
    server.end(Signal.QUIT, STOP_GRACE);
  }

  /** Kills the server process itself; its sessions notice and end. */
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

  /** The JDBC URL of the database {@code payments}. */
  public String jdbcUrl() {
    return "jdbc:postgresql://localhost:" + port + "/" + PAYMENTS;
  }

  /** Connections of the application's role to its database; not pooled. */
  public DataSource dataSource() {
    return dataSource(PAYMENTS, PAYMENTS, PAYMENTS);
  }

  /** Connections of the superuser to the database {@code payments}; not pooled. */
  public DataSource superuserDataSource() {
    return superuserDataSource(PAYMENTS);
  }

  private DataSource superuserDataSource(String database) {
    return dataSource(database, SUPERUSER, SUPERUSER);
  }

  private PGSimpleDataSource dataSource(String database, String role, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {"localhost"});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(database);
    source.setUser(role);
    source.setPassword(password);
    return source;
  }

  @Override
  public void close() {
    stop();
    data.release();
  }
}
