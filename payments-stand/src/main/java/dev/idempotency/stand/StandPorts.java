// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.process.Ports;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ports of a stand.
 *
 * @param postgres of the database
 * @param redis of the quick lock
 * @param gateway of the gateway simulator
 * @param smtp of the mail sink
 * @param nodes of HTTP, one per node
 */
public record StandPorts(int postgres, int redis, int gateway, int smtp, List<Integer> nodes) {

  private static final int POSTGRES = 15432;
  private static final int REDIS = 16379;
  private static final int GATEWAY = 18090;
  private static final int SMTP = 13025;
  private static final int HTTP = 8080;
  private static final int SERVICES = 4;

  /** Copies the list. */
  public StandPorts {
    nodes = List.copyOf(nodes);
  }

  /** Ports that nobody uses at the moment. */
  public static StandPorts free(int nodes) {
    List<Integer> ports = Ports.free(SERVICES + nodes);
    return new StandPorts(
        ports.get(0),
        ports.get(1),
        ports.get(2),
        ports.get(3),
        ports.subList(SERVICES, SERVICES + nodes));
  }

  /** The ports of {@code mvn -Prun}, each by its default or by a system property. */
  static StandPorts configured(int nodes) {
    int first = Properties.integer("http.port", HTTP);
    return new StandPorts(
        Properties.integer("postgres.port", POSTGRES),
        Properties.integer("redis.port", REDIS),
        Properties.integer("gateway.port", GATEWAY),
        Properties.integer("smtp.port", SMTP),
        IntStream.range(first, first + nodes).boxed().toList());
  }
}
