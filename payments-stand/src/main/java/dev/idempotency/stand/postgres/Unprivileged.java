// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * PostgreSQL refuses to run as root, which is who people are in a container.
 *
 * <p>For root the commands run in a user namespace without a mapping, where root is nobody; where
 * the system forbids that (containers often do), as the user nobody itself, who then owns the data.
 */
final class Unprivileged {

  private static final int NOBODY = 65534;
  private static final int PROBE_SECONDS = 10;
  private static final List<String> NAMESPACE = List.of("unshare", "-U");
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

  private final List<String> prefix;

  private Unprivileged(List<String> prefix) {
    this.prefix = prefix;
  }

  /** Finds the way that works on this machine. */
  static Unprivileged detect() {
    if (!"0".equals(userId(List.of()))) {
      return new Unprivileged(List.of());
    }
    for (List<String> way : List.of(NAMESPACE, AS_NOBODY)) {
      if (Integer.toString(NOBODY).equals(userId(way))) {
        return new Unprivileged(way);
      }
    }
    throw new StandException(
        "PostgreSQL does not run as root, and neither unshare nor setpriv (util-linux) can change"
            + " the user here. Run as another user, or use a database of your own with -Ddb.url.");
  }

  /** The command as it has to be started. */
  List<String> command(List<String> command) {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(command);
    return whole;
  }

  /** Makes the folder and what it holds belong to whoever runs PostgreSQL. */
  void own(Path folder) {
    if (!prefix.equals(AS_NOBODY)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.setAttribute(file, "unix:uid", NOBODY);
        Files.setAttribute(file, "unix:gid", NOBODY);
      }
    } catch (IOException e) {
      throw new StandException("The data folder " + folder + " cannot be given to nobody.", e);
    }
  }

  private static String userId(List<String> prefix) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of("id", "-u"));
    try {
      Process id =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      if (!id.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
        id.destroyForcibly();
        return "";
      }
      return new String(
              id.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII)
          .trim();
    } catch (IOException e) {
      // The program is not installed: this way is not to be had.
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StandException("Interrupted while looking for a user to run PostgreSQL.", e);
    }
  }
}
