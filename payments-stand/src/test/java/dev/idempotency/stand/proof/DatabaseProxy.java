// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between nodes and database, and breaks connections off where its trigger says. Listens
 * until it is closed.
 */
final class DatabaseProxy implements AutoCloseable {

  private final ServerSocket server;
  private final int databasePort;
  private final Trigger trigger = new Trigger();
  private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

  DatabaseProxy(int databasePort) {
    this.databasePort = databasePort;
    try {
      server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread acceptor = new Thread(this::accept, "proxy");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  int port() {
    return server.getLocalPort();
  }

  Trigger trigger() {
    return trigger;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket node = server.accept();
        ProxiedConnection connection = new ProxiedConnection(node, databasePort, trigger);
        connections.removeIf(ProxiedConnection::isClosed);
        connections.add(connection);
        connection.start();
      } catch (IOException e) {
        // Closed, or the database is not there: the node sees its connection refused.
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    connections.forEach(ProxiedConnection::cut);
  }
}
