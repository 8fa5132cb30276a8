// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.ClassPath;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the build puts what the stand starts; each by its default or by a system property.
 *
 * @param module the folder of {@code payments-stand}
 * @param build the build folder inside a module: {@code target}, or {@code target/run}
 */
public record Layout(Path module, Path build) {

  /** The layout of the build that these classes come from. */
  public static Layout ofThisBuild() {
    Path classes = ClassPath.of(Layout.class).toAbsolutePath();
    for (Path folder = classes; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("pom.xml"))) {
        return new Layout(folder, folder.relativize(classes.resolveSibling("")));
      }
    }
    throw new StandException(
        "The stand runs from its build folder only, not from " + classes + ".");
  }

  /** {@code -Dwar}: the application. */
  public Path war() {
    return require(
        configured(
            "war", module.resolveSibling("payments-war").resolve(build).resolve("payments.war")),
        "The application");
  }

  /** {@code -Ddata}: the database's folder between runs. */
  public Path data() {
    return configured("data", module.resolve("target/postgres-data"));
  }

  /** Native programs unpacked from jars. */
  public Path binaries() {
    return module.resolve("target/binaries");
  }

  /** {@code -Dwork}: the work folder of {@code mvn -Prun}, with the logs. */
  public Path work() {
    return configured("work", module.resolve("target/stand"));
  }

  /** The command of a server. */
  AppServer server(ServerKind kind) {
    Path servers = module.resolve("target/servers");
    Path payara = module.resolveSibling("server-config").resolve("payara");
    return switch (kind) {
      case PAYARA_MICRO_6 ->
          new PayaraMicro(Jdk.running(), servers.resolve("payara-micro-6.jar"), payara);
      case PAYARA_MICRO_7 ->
          new PayaraMicro(Jdk.atLeast21(), servers.resolve("payara-micro-7.jar"), payara);
      case WILDFLY ->
          new WildFly(
              new WildFlyHome(
                  wildFly(servers), module.resolveSibling("server-config").resolve("wildfly")));
    };
  }

  /** The only one that the build has unpacked. */
  private static Path wildFly(Path servers) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(servers, "wildfly-*.Final")) {
      List<Path> folders = new ArrayList<>();
      found.forEach(folders::add);
      if (folders.size() == 1) {
        return folders.get(0);
      }
      throw new StandException(
          "%s holds %d WildFly servers instead of one. Build again: mvn clean, then mvn -Prun."
              .formatted(servers, folders.size()));
    } catch (IOException e) {
      throw new StandException(
          "No server is at " + servers + ". Build first: mvn -Prun, or mvn verify for the tests.",
          e);
    }
  }

  private static Path configured(String property, Path fallback) {
    String value = System.getProperty(property);
    return value == null ? fallback : Path.of(value).toAbsolutePath();
  }

  static Path require(Path path, String what) {
    if (!Files.exists(path)) {
      throw new StandException(
          what + " is not at " + path + ". Build first: mvn -Prun, or mvn verify for the tests.");
    }
    return path;
  }
}
