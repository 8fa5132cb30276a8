// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.Folders;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** WildFly's standalone server with a base folder of its own for each node. */
final class WildFly implements AppServer {

  /** What the server's own start script gives its JVM. */
  private static final List<String> MODULE_OPTIONS =
      List.of(
          "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.url.ldap=ALL-UNNAMED",
          "--add-exports=java.naming/com.sun.jndi.url.ldaps=ALL-UNNAMED",
          "--add-exports=jdk.naming.dns/com.sun.jndi.dns=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.security=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.management/javax.management=ALL-UNNAMED",
          "--add-opens=java.naming/javax.naming=ALL-UNNAMED");

  private final WildFlyHome home;

  WildFly(WildFlyHome home) {
    this.home = home;
  }

  @Override
  public List<String> prepare(NodeSpec node) {
    Path base = node.directory().resolve("standalone");
    try {
      layOut(base, node.war());
    } catch (IOException e) {
      throw new StandException("The folder " + base + " cannot be made.", e);
    }
    List<String> command = new ArrayList<>(List.of(Jdk.running().toString(), "-D[Standalone]"));
    command.addAll(node.jvmArguments());
    command.addAll(MODULE_OPTIONS);
    command.addAll(properties(node, base));
    command.addAll(home.launch("org.jboss.as.standalone"));
    command.add("-Djboss.home.dir=" + home.path());
    command.add("-Djboss.server.base.dir=" + base);
    command.add("--server-config=standalone.xml");
    return command;
  }

  private void layOut(Path base, Path war) throws IOException {
    // The transaction log in data/ is all that outlives a start.
    for (String name : List.of("configuration", "deployments", "tmp")) {
      Folders.delete(base.resolve(name));
    }
    Folders.copy(home.configuration(), base.resolve("configuration"));
    Path deployments = Files.createDirectories(base.resolve("deployments"));
    Files.copy(war, deployments.resolve("payments.war"));
    Files.createFile(deployments.resolve("payments.war.dodeploy"));
  }

  private static List<String> properties(NodeSpec node, Path base) {
    List<String> properties = new ArrayList<>();
    properties.add("-Djava.net.preferIPv4Stack=true");
    properties.add("-Djava.awt.headless=true");
    properties.add("-Dorg.jboss.boot.log.file=" + base.resolve("log").resolve("boot.log"));
    properties.add(
        "-Dlogging.configuration="
            + base.resolve("configuration").resolve("logging.properties").toUri());
    properties.add("-Djboss.node.name=" + node.name());
    properties.add("-Djboss.tx.node.id=" + node.name());
    properties.add("-Djboss.http.port=" + node.port());
    // Nobody calls these two, but the server binds them.
    properties.add("-Djboss.https.port=" + Ports.free());
    properties.add("-Djboss.management.http.port=" + Ports.free());
    properties.add("-Dpayments.db.url=" + node.database().url());
    properties.add("-Dpayments.db.user=" + node.database().user());
    properties.add("-Dpayments.db.password=" + node.database().password());
    properties.add("-Dpayments.db.pool.size=" + node.poolSize());
    node.properties().forEach((name, value) -> properties.add("-D" + name + "=" + value));
    return properties;
  }
}
