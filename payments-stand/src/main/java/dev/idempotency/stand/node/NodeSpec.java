// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One node, whatever server it is.
 *
 * @param number from 1
 * @param port of HTTP
 * @param directory its own folder
 * @param war the application
 * @param database where the data source {@code jdbc/payments} leads
 * @param poolSize connections in that data source, at most
 * @param jvmArguments options of its JVM
 * @param properties system properties of its JVM, which are MicroProfile Config as well
 */
public record NodeSpec(
    int number,
    int port,
    Path directory,
    Path war,
    Database database,
    int poolSize,
    List<String> jvmArguments,
    Map<String, String> properties) {

  /** Copies the collections. */
  public NodeSpec {
    jvmArguments = List.copyOf(jvmArguments);
    properties = Map.copyOf(properties);
  }

  String name() {
    return "node-" + number;
  }

  Path log() {
    return directory.resolveSibling(name() + ".log");
  }

  URI application() {
    return URI.create("http://localhost:" + port + "/payments");
  }
}
