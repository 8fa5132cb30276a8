// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.node.Layout;
import dev.idempotency.stand.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A server on the test's data that no stand knows, as a machine that lost power mid-run has it. */
final class LeftBehind {

  private final Path folder;

  LeftBehind(Path folder) {
    this.folder = folder;
  }

  long start() {
    Path home = PostgresBinaries.unpackedIn(Layout.ofThisBuild().binaries());
    int port = Ports.free();
    try {
      Process server =
          new ProcessBuilder(
                  Unprivileged.detect()
                      .command(
                          List.of(
                              home.resolve("bin/postgres").toString(),
                              "-D",
                              folder.resolve("data").toString(),
                              "-p",
                              Integer.toString(port),
                              "-c",
                              "unix_socket_directories=")))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("left-behind.log").toFile())
              .start();
      await().atMost(Duration.ofSeconds(30)).until(() -> Ports.accepts("localhost", port));
      return server.pid();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
