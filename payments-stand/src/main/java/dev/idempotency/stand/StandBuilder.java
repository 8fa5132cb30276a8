// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.gateway.Gateway;
import dev.idempotency.stand.node.Database;
import dev.idempotency.stand.node.Layout;
import dev.idempotency.stand.node.Node;
import dev.idempotency.stand.node.NodeSpec;
import dev.idempotency.stand.node.ServerKind;
import dev.idempotency.stand.postgres.Postgres;
import dev.idempotency.stand.postgres.PostgresFiles;
import dev.idempotency.stand.process.Console;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Leash;
import dev.idempotency.stand.process.MutableConsole;
import dev.idempotency.stand.process.PortTakenException;
import dev.idempotency.stand.process.StandException;
import dev.idempotency.stand.redis.Redis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Describes a stand. Not thread-safe; a built stand does not change with its builder. */
public final class StandBuilder {

  /** Connections of a node's data source, unless told otherwise. */
  public static final int DEFAULT_POOL_SIZE = 16;

  private static final int MAX_TRIES = 3;

  private final Layout layout = Layout.ofThisBuild();
  private final Map<String, String> settings = new TreeMap<>();
  private final Map<String, String> postgresSettings = new TreeMap<>();
  private final List<String> jvmArguments = new ArrayList<>();
  private final Map<Integer, List<String>> nodeJvmArguments = new HashMap<>();

  private ServerKind server = ServerKind.PAYARA_MICRO_6;
  private int nodes = 1;
  private int poolSize = DEFAULT_POOL_SIZE;
  private Console console = Console.silent();
  private String controlUrl = "";
  private @Nullable StandPorts ports;
  private @Nullable Path directory;
  private @Nullable Path data;
  private @Nullable Database external;
  private @Nullable Integer databasePort;
  private @Nullable Path war;

  StandBuilder() {}

  /** Which server the nodes are. */
  public StandBuilder server(ServerKind kind) {
    server = kind;
    return this;
  }

  /** How many nodes. */
  public StandBuilder nodes(int count) {
    nodes = count;
    return this;
  }

  /** Connections of each node's data source, at most. */
  public StandBuilder poolSize(int connections) {
    poolSize = connections;
    return this;
  }

  /** A setting of the application, by its MicroProfile Config name, on every node. */
  public StandBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /** A setting of the database server. */
  public StandBuilder postgresSetting(String name, String value) {
    postgresSettings.put(name, value);
    return this;
  }

  /** Options of every node's JVM. */
  public StandBuilder jvmArguments(List<String> arguments) {
    jvmArguments.addAll(arguments);
    return this;
  }

  /** Options of one node's JVM, after those of all. */
  public StandBuilder nodeJvmArguments(int node, List<String> arguments) {
    nodeJvmArguments.put(node, List.copyOf(arguments));
    return this;
  }

  /** Who hears what happens; nobody unless told otherwise. */
  public StandBuilder console(Console listener) {
    console = listener;
    return this;
  }

  /** A database that runs already, instead of the stand's own. */
  public StandBuilder externalDatabase(Database database) {
    external = database;
    return this;
  }

  /**
   * A port of this machine through which the nodes reach the database, in place of its own; what
   * listens there must forward to it.
   */
  public StandBuilder databasePort(int port) {
    databasePort = port;
    return this;
  }

  /** Another application than the sample, under the same path. */
  public StandBuilder war(Path file) {
    war = file;
    return this;
  }

  /** Fixed ports, one of them per node; free ones unless told otherwise. */
  public StandBuilder ports(StandPorts fixed) {
    ports = fixed;
    return this;
  }

  /**
   * A work folder for logs and nodes that is kept. Unless told otherwise the folder is a new one,
   * of which the logs stay.
   */
  public StandBuilder directory(Path folder) {
    directory = folder;
    return this;
  }

  /** A folder for the database that is kept; inside the work folder unless told otherwise. */
  public StandBuilder data(Path folder) {
    data = folder;
    return this;
  }

  StandBuilder controlUrl(String url) {
    controlUrl = url;
    return this;
  }

  /**
   * Starts the stand and returns when every node is ready. Ports that it chose itself, and that
   * another process took before it could, are chosen anew.
   *
   * @throws StandException if anything does not start; what did is ended
   */
  public Stand start() {
    for (int tries = 1; ; tries++) {
      Stand stand = build();
      try {
        stand.start();
        return stand;
      } catch (PortTakenException e) {
        if (ports != null || tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  Stand build() {
    Path work = directory == null ? WorkFolder.create(layout, server) : directory;
    StandPorts chosen = ports == null ? StandPorts.free(nodes) : ports;
    MutableConsole mutable = new MutableConsole(console);
    Keeper keeper = new Keeper(new Leash(), mutable, controlUrl);
    WorkFolder.deleteLogs(work);
    Postgres postgres = external == null ? postgres(work, chosen, keeper) : null;
    Database database = postgres == null ? external() : own(postgres);
    Gateway gateway = new Gateway(work, chosen.gateway(), chosen.smtp(), keeper);
    Redis redis = new Redis(layout.binaries(), work.resolve("redis.log"), chosen.redis(), keeper);
    Database ofNodes = databasePort == null ? database : database.atPort(databasePort);
    List<Node> all = new ArrayList<>();
    for (int number = 1; number <= nodes; number++) {
      all.add(new Node(layout, server, node(number, work, chosen, ofNodes), keeper));
    }
    return new Stand(
        new StandParts(
            keeper,
            mutable,
            database,
            postgres,
            redis,
            gateway,
            List.copyOf(all),
            directory == null ? () -> WorkFolder.keepLogsOnly(work) : () -> {}));
  }

  private Postgres postgres(Path work, StandPorts chosen, Keeper keeper) {
    PostgresFiles files =
        new PostgresFiles(
            layout.binaries(),
            data == null ? work.resolve("postgres-data") : data,
            work.resolve("postgres.log"));
    return new Postgres(files, chosen.postgres(), postgresSettings, keeper);
  }

  private static Database own(Postgres postgres) {
    return new Database(postgres.jdbcUrl(), Postgres.PAYMENTS, Postgres.PAYMENTS);
  }

  private Database external() {
    if (external == null) {
      throw new StandException("No database was named.");
    }
    return external;
  }

  private NodeSpec node(int number, Path work, StandPorts chosen, Database database) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("payments.gateway.url", "http://localhost:" + chosen.gateway());
    properties.put("payments.demo-users", "true");
    properties.put("payments.smtp.host", "localhost");
    properties.put("payments.smtp.port", Integer.toString(chosen.smtp()));
    properties.put("payments.redis.host", "localhost");
    properties.put("payments.redis.port", Integer.toString(chosen.redis()));
    // Half of the pool, so that callers who hold a connection leave some for the claims (P13).
    properties.put("idempotency.joined-claims", Integer.toString(Math.max(1, poolSize / 2)));
    properties.putAll(settings);
    List<String> arguments = new ArrayList<>(jvmArguments);
    arguments.addAll(nodeJvmArguments.getOrDefault(number, List.of()));
    return new NodeSpec(
        number,
        chosen.nodes().get(number - 1),
        work.resolve("node-" + number),
        war == null ? layout.war() : war,
        database,
        poolSize,
        arguments,
        properties);
  }
}
