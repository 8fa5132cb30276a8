// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.ClassPath;
import dev.idempotency.stand.process.Folders;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/** Payara Micro from its jar; the data source comes from {@code server-config/payara}. */
final class PayaraMicro implements AppServer {

  private final Path java;
  private final Path jar;
  private final Path config;

  PayaraMicro(Path java, Path jar, Path config) {
    this.java = java;
    this.jar = Layout.require(jar, "Payara Micro");
    this.config = config;
  }

  @Override
  public List<String> prepare(NodeSpec node) {
    Path temporary = node.directory().resolve("tmp");
    try {
      // The server unpacks itself there at every start and, killed, leaves it behind.
      Folders.empty(temporary);
      Files.createDirectories(node.directory());
    } catch (IOException e) {
      throw new StandException("The folder " + temporary + " cannot be made.", e);
    }
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(node.jvmArguments());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Dpayments.db.url.escaped=" + escaped(node.database().url()));
    command.add("-Dpayments.db.user=" + node.database().user());
    command.add("-Dpayments.db.password=" + node.database().password());
    command.add("-Dpayments.db.pool.size=" + node.poolSize());
    node.properties().forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(List.of("-jar", jar.toString(), "--nocluster", "--disablephonehome"));
    command.addAll(List.of("--name", node.name()));
    command.addAll(List.of("--prebootcommandfile", config.resolve("loopback.asadmin").toString()));
    command.addAll(List.of("--logproperties", config.resolve("logging.properties").toString()));
    command.addAll(List.of("--addlibs", ClassPath.of(PGSimpleDataSource.class).toString()));
    command.addAll(
        List.of("--postbootcommandfile", config.resolve("post-boot.asadmin").toString()));
    command.addAll(List.of("--port", Integer.toString(node.port())));
    command.addAll(List.of("--contextroot", "/payments", "--deploy", node.war().toString()));
    return command;
  }

  /** asadmin separates properties by colons and names from values by equals signs. */
  private static String escaped(String url) {
    return url.replace(":", "\\:").replace("=", "\\=");
  }
}
