// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TCP ports of this machine. */
public final class Ports {

  private static final int CONNECT_TIMEOUT_MILLIS = 1_000;

  private Ports() {}

  /** A port that was free a moment ago. */
  public static int free() {
    return free(1).get(0);
  }

  /** Different ports that were free a moment ago. */
  public static List<Integer> free(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      List<Integer> ports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0);
        sockets.add(socket);
        ports.add(socket.getLocalPort());
      }
      return ports;
    } catch (IOException e) {
      throw new StandException("This machine has no free TCP port.", e);
    } finally {
      sockets.forEach(Ports::close);
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
    return cause == null
        ? new StandException(message.formatted(port, user, property))
        : new StandException(message.formatted(port, user, property), cause);
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
