// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import dev.idempotency.stand.process.Platform;
import dev.idempotency.stand.process.StandException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks the PostgreSQL of this machine from the class path, once. */
final class PostgresBinaries {

  private static final int OWNER_EXECUTES = 0100;

  private PostgresBinaries() {}

  /** The folder that holds {@code bin/postgres}, inside the parent. */
  static Path unpackedIn(Path parent) {
    String archive =
        "postgres-" + Platform.system() + "-" + (Platform.isArm() ? "arm_64" : "x86_64");
    Path home = parent.resolve(archive);
    if (Files.isDirectory(home)) {
      return home;
    }
    Path fresh = parent.resolve(archive + "." + UUID.randomUUID());
    try (InputStream txz = PostgresBinaries.class.getResourceAsStream("/" + archive + ".txz")) {
      if (txz == null) {
        throw new StandException(
            "No PostgreSQL for this machine is on the class path ("
                + archive
                + ".txz). Use a"
                + " database of your own with -Ddb.url, -Ddb.user and -Ddb.password.");
      }
      unpack(txz, fresh);
      moveInPlace(fresh, home);
      return home;
    } catch (IOException e) {
      throw new StandException("PostgreSQL could not be unpacked to " + home + ".", e);
    }
  }

  private static void moveInPlace(Path fresh, Path home) throws IOException {
    try {
      Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Another process was faster; its copy is as good.
      if (!Files.isDirectory(home)) {
        throw e;
      }
    }
  }

  private static void unpack(InputStream txz, Path target) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(txz)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path file = target.resolve(entry.getName()).normalize();
        if (!file.startsWith(target)) {
          throw new IOException("The archive holds a path outside of itself: " + entry.getName());
        }
        unpackEntry(tar, entry, file);
      }
    }
  }

  private static void unpackEntry(TarArchiveInputStream tar, TarArchiveEntry entry, Path file)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, file);
      if ((entry.getMode() & OWNER_EXECUTES) != 0 && !file.toFile().setExecutable(true, false)) {
        throw new IOException("No permission to make " + file + " executable.");
      }
    }
  }
}
