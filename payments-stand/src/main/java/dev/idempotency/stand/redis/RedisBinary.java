// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.redis;

import dev.idempotency.stand.process.Platform;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Unpacks the Redis server of this machine from the class path, once. */
final class RedisBinary {

  private static final String VERSION = "7.0.15";

  private RedisBinary() {}

  /** The program, inside the folder. */
  static Path unpackedIn(Path folder) {
    String name =
        "redis-server-"
            + VERSION
            + "-"
            + Platform.system()
            + "-"
            + (Platform.isArm() ? "arm64" : "amd64");
    Path program = folder.resolve(name);
    if (Files.isExecutable(program)) {
      return program;
    }
    try (InputStream in = RedisBinary.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new StandException("No Redis for this machine is on the class path (" + name + ").");
      }
      Files.createDirectories(folder);
      Path fresh = Files.createTempFile(folder, name, ".new");
      Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
      if (!fresh.toFile().setExecutable(true)) {
        throw new IOException("No permission to make " + fresh + " executable.");
      }
      return Files.move(fresh, program, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StandException("Redis could not be unpacked to " + program + ".", e);
    }
  }
}
