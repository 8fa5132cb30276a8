// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import dev.idempotency.stand.process.Console;
import dev.idempotency.stand.process.FolderLock;
import dev.idempotency.stand.process.Folders;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The folder that holds the database between runs. */
final class DataDirectory {

  private static final int STOP_SECONDS = 20;

  private final Path path;
  private final Path home;
  private final Unprivileged user;

  private @Nullable FolderLock lock;

  DataDirectory(Path path, Path home, Unprivileged user) {
    this.path = path;
    this.home = home;
    this.user = user;
  }

  Path path() {
    return path;
  }

  /**
   * Keeps every other stand off this folder until {@link #release()}.
   *
   * @throws StandException if another stand has it
   */
  void acquire() {
    if (lock == null) {
      lock = FolderLock.take(path, "data");
    }
  }

  /** Lets other stands use the folder. */
  void release() {
    if (lock != null) {
      lock.close();
      lock = null;
    }
  }

  /** Runs initdb unless the folder holds a database already. */
  void create() {
    if (Files.exists(path.resolve("PG_VERSION"))) {
      return;
    }
    // initdb works beside the folder, so that a folder with a half-made database never exists.
    Path fresh = path.resolveSibling(path.getFileName() + ".new");
    try {
      Folders.delete(fresh);
      Files.createDirectories(fresh);
      Path password =
          Files.writeString(fresh.resolveSibling(fresh.getFileName() + ".pw"), "postgres");
      user.own(fresh);
      initdb(fresh, password);
      Files.delete(password);
      Folders.delete(path);
      Files.move(fresh, path);
    } catch (IOException e) {
      throw new StandException("The data folder " + path + " could not be made.", e);
    }
  }

  private void initdb(Path target, Path password) throws IOException {
    Process initdb =
        new ProcessBuilder(
                user.command(
                    List.of(
                        home.resolve("bin/initdb").toString(),
                        "--pgdata=" + target,
                        "--username=" + Postgres.SUPERUSER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--no-sync")))
            .redirectErrorStream(true)
            .start();
    String output = new String(initdb.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (initdb.waitFor() != 0) {
        throw new StandException("initdb failed in " + target + ":\n" + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StandException("Interrupted while initdb ran.", e);
    }
  }

  /** Stops a server that somebody left running on this folder, for example a killed stand. */
  void stopLeftOver(Console console) {
    runningServer()
        .ifPresent(
            server -> {
              console.say("PostgreSQL of an earlier run (pid %d) is stopped first", server.pid());
              Signal.INT.sendTo(server.pid());
              awaitEnd(server);
            });
  }

  private Optional<ProcessHandle> runningServer() {
    Path pidFile = path.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return Optional.empty();
    }
    try {
      long pid = Long.parseLong(Files.readAllLines(pidFile).get(0).trim());
      // After a crash the number may belong to any other program.
      return ProcessHandle.of(pid)
          .filter(process -> process.info().command().orElse("").endsWith("/postgres"));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      throw new StandException("The file " + pidFile + " cannot be read; delete it.", e);
    }
  }

  private static void awaitEnd(ProcessHandle server) {
    try {
      server.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new StandException(
          "PostgreSQL of an earlier run (pid " + server.pid() + ") does not stop; end it.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StandException("Interrupted while PostgreSQL of an earlier run stopped.", e);
    }
  }
}
