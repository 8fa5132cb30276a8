// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.StandException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The application servers that the sample runs on. */
public enum ServerKind {
  /** Payara Micro 6, Jakarta EE 10. */
  PAYARA_MICRO_6("payara-micro-6"),
  /** Payara Micro 7, Jakarta EE 11; needs a JDK 21 or newer. */
  PAYARA_MICRO_7("payara-micro-7"),
  /** WildFly 39, standalone.xml. */
  WILDFLY("wildfly");

  private final String id;

  ServerKind(String id) {
    this.id = id;
  }

  /** What {@code -Dserver} calls it. */
  public String id() {
    return id;
  }

  /**
   * The server of that name.
   *
   * @throws StandException if there is none
   */
  public static ServerKind of(String id) {
    return Arrays.stream(values())
        .filter(kind -> kind.id.equals(id))
        .findAny()
        .orElseThrow(
            () ->
                new StandException(
                    "There is no server '%s'. Choose -Dserver=%s."
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(ServerKind::id)
                                .collect(Collectors.joining("|")))));
  }
}
