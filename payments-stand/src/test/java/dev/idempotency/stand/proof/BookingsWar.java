// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.app.Bookings;
import dev.idempotency.stand.app.CdiBookingResource;
import dev.idempotency.stand.app.EjbBookingResource;
import dev.idempotency.stand.node.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/** The sample with operations under the protocol of two transactions, which it has none of. */
final class BookingsWar {

  private static final List<Class<?>> ADDED =
      List.of(Bookings.class, EjbBookingResource.class, CdiBookingResource.class);

  private BookingsWar() {}

  /** Makes the archive in a folder. */
  static Path in(Path folder) throws IOException {
    Path war = folder.resolve("payments.war");
    Files.copy(Layout.ofThisBuild().war(), war, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem archive = FileSystems.newFileSystem(war)) {
      for (Class<?> type : ADDED) {
        String file = type.getName().replace('.', '/') + ".class";
        Path target = archive.getPath("WEB-INF/classes", file);
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        try (InputStream code =
            Objects.requireNonNull(type.getClassLoader().getResourceAsStream(file), file)) {
          Files.copy(code, target);
        }
      }
    }
    return war;
  }
}
