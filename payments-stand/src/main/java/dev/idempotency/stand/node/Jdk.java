// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Java installations of this machine. */
final class Jdk {

  private static final String HOME_21_PLUS = "java.home.21plus";
  private static final int VERSION_21 = 21;

  private Jdk() {}

  /** The program {@code java} of the JDK that runs the stand. */
  static Path running() {
    return java(Path.of(System.getProperty("java.home")));
  }

  /**
   * The program {@code java} of a JDK 21 or newer: that of the property, of {@code JAVA_HOME}, or
   * the running one.
   *
   * @throws StandException if none of them is new enough
   */
  static Path atLeast21() {
    List<String> seen = new ArrayList<>();
    String chosen = System.getProperty(HOME_21_PLUS);
    if (chosen != null) {
      // What was asked for is taken or refused, never replaced by something else.
      return candidate(chosen, "-D" + HOME_21_PLUS, seen) ? java(Path.of(chosen)) : refuse(seen);
    }
    String environment = System.getenv("JAVA_HOME");
    if (environment != null && candidate(environment, "JAVA_HOME", seen)) {
      return java(Path.of(environment));
    }
    if (Runtime.version().feature() >= VERSION_21) {
      return running();
    }
    seen.add("the running JDK is " + Runtime.version().feature());
    return refuse(seen);
  }

  private static boolean candidate(String home, String origin, List<String> seen) {
    int version = version(Path.of(home));
    seen.add("%s=%s is %s".formatted(origin, home, version == 0 ? "no JDK" : version));
    return version >= VERSION_21;
  }

  private static Path refuse(List<String> seen) {
    throw new StandException(
        "This server needs a JDK 21 or newer: "
            + String.join(", ", seen)
            + ". Name one with -D"
            + HOME_21_PLUS
            + "=<folder>.");
  }

  private static int version(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release)) {
      return 0;
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new StandException("The version of the JDK in " + home + " cannot be read.", e);
    }
    return feature(properties.getProperty("JAVA_VERSION"));
  }

  private static int feature(@Nullable String quoted) {
    return quoted == null ? 0 : Runtime.Version.parse(quoted.replace("\"", "")).feature();
  }

  private static Path java(Path home) {
    return home.resolve("bin").resolve("java");
  }
}
