// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.node.Database;
import dev.idempotency.stand.node.Layout;
import dev.idempotency.stand.node.ServerKind;
import dev.idempotency.stand.process.Console;
import dev.idempotency.stand.process.FolderLock;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.StandException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CountDownLatch;

/**
 * The stand in the foreground: {@code mvn -Prun}. {@code docs/how-to/stand.md} tells its options.
 */
public final class Run {

  private static final int CONTROL_PORT = 18091;
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  private Run() {}

  /**
   * Starts everything and goes on until the process is told to end.
   *
   * @throws StandException if anything does not start
   */
  public static void main(String[] arguments) throws InterruptedException {
    long begin = System.nanoTime();
    Console console =
        line ->
            System.out.println(LocalTime.now(ZoneId.systemDefault()).format(CLOCK) + " " + line);
    int controlPort = Properties.integer("control.port", CONTROL_PORT);
    FolderLock lock = FolderLock.take(Layout.ofThisBuild().work(), "work");
    Ports.requireFree(controlPort, "the control address", "control.port");
    Stand stand = describe(console, controlPort).build();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> end(stand, lock, console), "end of the stand"));
    stand.start();
    try (Control control = new Control(controlPort, stand)) {
      System.out.println(Banner.of(stand, control.url()));
      System.out.printf(
          "ready after %d s%n", Duration.ofNanos(System.nanoTime() - begin).toSeconds());
      new CountDownLatch(1).await();
    }
  }

  private static StandBuilder describe(Console console, int controlPort) {
    Layout layout = Layout.ofThisBuild();
    int nodes = Properties.integer("nodes", 1);
    StandBuilder builder =
        Stand.builder()
            .server(ServerKind.of(Properties.text("server", ServerKind.PAYARA_MICRO_6.id())))
            .nodes(nodes)
            .poolSize(Properties.integer("pool.size", StandBuilder.DEFAULT_POOL_SIZE))
            .ports(StandPorts.configured(nodes))
            .directory(layout.work())
            .data(layout.data())
            .console(console)
            .controlUrl("http://localhost:" + controlPort);
    builder.jvmArguments(Properties.words("jvmArgs"));
    for (int node = 1; node <= nodes; node++) {
      builder.nodeJvmArguments(node, Properties.words("node" + node + ".jvmArgs"));
    }
    Properties.startingWith("idempotency.", "payments.").forEach(builder::setting);
    String url = System.getProperty("db.url");
    if (url != null) {
      builder.externalDatabase(
          new Database(
              url,
              Properties.text("db.user", "payments"),
              Properties.text("db.password", "payments")));
    }
    return builder;
  }

  private static void end(Stand stand, FolderLock lock, Console console) {
    console.say("the stand ends");
    stand.close();
    lock.close();
    console.say("all of it has ended");
  }
}
