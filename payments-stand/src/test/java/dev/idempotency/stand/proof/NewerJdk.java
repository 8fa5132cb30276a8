// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds a JDK 21 or newer on this machine. */
final class NewerJdk {

  private static final int WANTED = 21;
  private static final Path USUAL_PLACE = Path.of("/usr/lib/jvm");
  private static final Pattern VERSION =
      Pattern.compile("^JAVA_VERSION=\"(\\d+)", Pattern.MULTILINE);

  private NewerJdk() {}

  /** The folder that {@code JAVA_HOME_21PLUS} names, the running JDK, or one at the usual place. */
  static Optional<Path> find() {
    return Stream.concat(
            Stream.ofNullable(System.getenv("JAVA_HOME_21PLUS")).map(Path::of),
            Stream.concat(
                Stream.of(Path.of(System.getProperty("java.home"))), installed().stream()))
        .filter(NewerJdk::isNewEnough)
        .findFirst();
  }

  private static List<Path> installed() {
    if (!Files.isDirectory(USUAL_PLACE)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(USUAL_PLACE)) {
      return folders.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + USUAL_PLACE, e);
    }
  }

  private static boolean isNewEnough(Path home) {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release)) {
      return false;
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release, StandardCharsets.UTF_8));
      return version.find() && Integer.parseInt(version.group(1)) >= WANTED;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + release, e);
    }
  }
}
