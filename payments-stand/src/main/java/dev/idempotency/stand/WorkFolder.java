// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.node.Layout;
import dev.idempotency.stand.node.ServerKind;
import dev.idempotency.stand.process.Folders;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folder that a stand works in. */
final class WorkFolder {

  private WorkFolder() {}

  /** A new one, for a stand that keeps only its logs. */
  static Path create(Layout layout, ServerKind server) {
    Path parent = layout.module().resolve("target/stands");
    try {
      Files.createDirectories(parent);
      return Files.createTempDirectory(parent, server.id() + "-");
    } catch (IOException e) {
      throw new StandException("No work folder can be made in " + parent + ".", e);
    }
  }

  /** A run begins with empty logs. */
  static void deleteLogs(Path folder) {
    try {
      Files.createDirectories(folder);
      for (Path file : entries(folder)) {
        if (isLog(file)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new StandException("The logs in " + folder + " cannot be deleted.", e);
    }
  }

  static void keepLogsOnly(Path folder) {
    try {
      for (Path file : entries(folder)) {
        if (!isLog(file)) {
          Folders.delete(file);
        }
      }
    } catch (IOException e) {
      throw new StandException("The work folder " + folder + " cannot be cleared.", e);
    }
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static boolean isLog(Path file) {
    return file.toString().endsWith(".log");
  }
}
