// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders as wholes. */
public final class Folders {

  private Folders() {}

  /** Makes the folder exist and empty. */
  public static Path empty(Path folder) throws IOException {
    delete(folder);
    return Files.createDirectories(folder);
  }

  /** Deletes the folder with everything in it; does nothing if it is missing. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  /** Copies everything in the folder; the target's own files stay, none may be in the way. */
  public static void copy(Path source, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = target.resolve(source.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }
}
