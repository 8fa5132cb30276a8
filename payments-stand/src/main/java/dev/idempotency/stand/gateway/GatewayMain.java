// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import java.io.IOException;

/** The gateway's process: {@code GatewayMain <http port> <smtp port>}. */
final class GatewayMain {

  private GatewayMain() {}

  /** Serves until it is killed. */
  public static void main(String[] arguments) throws IOException {
    // Small answers must not wait for the client's delayed acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    MailSink sink = new MailSink(Integer.parseInt(arguments[1]));
    GatewayServer server = new GatewayServer(Integer.parseInt(arguments[0]), sink);
    System.out.println("Gateway on " + server.port() + ", SMTP on " + arguments[1]);
  }
}
