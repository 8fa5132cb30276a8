// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** TCP ports of this machine. */
public final class Ports {

  private static final int CONNECT_TIMEOUT_MILLIS = 1_000;

  // Below what systems give to outgoing connections, which would take a port before a slow server.
  private static final int FIRST_FREE = 20_000;
  private static final int LAST_FREE = 32_000;
  private static final int TRIES = 1_000;

  private Ports() {}

  /** A port that was free a moment ago. */
  public static int free() {
    return free(1).get(0);
  }

  /** Different ports that were free a moment ago. */
  public static List<Integer> free(int count) {
    Map<Integer, ServerSocket> sockets = new LinkedHashMap<>();
    try {
      for (int tries = 0; sockets.size() < count && tries < TRIES; tries++) {
        int port = ThreadLocalRandom.current().nextInt(FIRST_FREE, LAST_FREE);
        if (!sockets.containsKey(port)) {
          bind(port).ifPresent(socket -> sockets.put(port, socket));
        }
      }
      if (sockets.size() < count) {
        throw new StandException(
            "This machine has no %d free TCP ports from %d to %d."
                .formatted(count, FIRST_FREE, LAST_FREE));
      }
      return List.copyOf(sockets.keySet());
    } finally {
      sockets.values().forEach(Ports::close);
    }
  }

  private static Optional<ServerSocket> bind(int port) {
    try {
      return Optional.of(new ServerSocket(port));
    } catch (IOException e) {
      // Taken: the next one may be free.
      return Optional.empty();
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new StandException("Port " + socket.getLocalPort() + " cannot be given back.", e);
    }
  }

  /**
   * Returns if the port can be bound.
   *
   * @param user what wants the port, for the message
   * @param property the property that moves it elsewhere
   * @throws StandException if somebody holds the port
   */
  public static void requireFree(int port, String user, String property) {
    try (ServerSocket socket = new ServerSocket()) {
      // A port in TIME_WAIT after a restart is free; a listening one is still refused.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(port));
    } catch (IOException e) {
      throw taken(port, user, property, e);
    }
    // macOS lets a wildcard socket bind beside one that listens on the loopback address only.
    if (accepts("localhost", port)) {
      throw taken(port, user, property, null);
    }
  }

  private static StandException taken(
      int port, String user, String property, @Nullable Throwable cause) {
    String message =
        "Port %d is taken, but %s needs it. End the process that listens there, or choose another"
            + " port with -D%s=<port>.";
    return new PortTakenException(message.formatted(port, user, property), cause);
  }

  /** Whether somebody accepts connections there. */
  public static boolean accepts(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getByName(host), port), CONNECT_TIMEOUT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
