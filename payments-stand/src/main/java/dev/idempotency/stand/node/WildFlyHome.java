// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import dev.idempotency.stand.process.ClassPath;
import dev.idempotency.stand.process.Folders;
import dev.idempotency.stand.process.StandException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An unpacked WildFly, left as it came, and beside it the configuration that {@code
 * server-config/wildfly} makes of it: once, by the server's own command line, offline.
 */
final class WildFlyHome {

  private static final int HASH_BYTES = 6;

  private final Path home;
  private final Path script;
  private final Path module;
  private final Path driver = ClassPath.of(PGSimpleDataSource.class);
  private final Path prepared;

  WildFlyHome(Path home, Path config) {
    this.home = Layout.require(home, "WildFly");
    this.script = config.resolve("payments.cli");
    this.module = config.resolve("module.xml");
    this.prepared = home.resolveSibling(home.getFileName() + "-payments-" + fingerprint());
    prepareOnce();
  }

  Path path() {
    return home;
  }

  /** The configuration folder for a node to copy. */
  Path configuration() {
    return prepared.resolve("standalone").resolve("configuration");
  }

  /** The end of a java command that starts one of the server's programs. */
  List<String> launch(String program) {
    return List.of(
        "-jar",
        home.resolve("jboss-modules.jar").toString(),
        "-mp",
        home.resolve("modules") + File.pathSeparator + prepared.resolve("modules"),
        program);
  }

  /** Changes with everything that the prepared configuration depends on. */
  private String fingerprint() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(script));
      digest.update(Files.readAllBytes(module));
      digest.update(driver.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    } catch (IOException e) {
      throw new StandException("The configuration of WildFly cannot be read.", e);
    } catch (NoSuchAlgorithmException e) {
      throw new StandException("This Java has no SHA-256.", e);
    }
  }

  private void prepareOnce() {
    Path marker = prepared.resolve("done");
    // Two builds may share the folder; within one JVM the class is the lock.
    synchronized (WildFlyHome.class) {
      try (FileChannel channel =
              FileChannel.open(
                  prepared.resolveSibling(prepared.getFileName() + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (lock.isValid() && !Files.exists(marker)) {
          prepare();
          Files.createFile(marker);
        }
      } catch (IOException e) {
        throw new StandException("WildFly could not be prepared in " + prepared + ".", e);
      }
    }
  }

  private void prepare() throws IOException {
    Folders.empty(prepared);
    Path driverModule = prepared.resolve("modules/org/postgresql/main");
    Files.createDirectories(driverModule);
    Files.copy(module, driverModule.resolve("module.xml"));
    Files.copy(driver, driverModule.resolve("postgresql.jar"));
    Files.createDirectories(configuration());
    Folders.copy(home.resolve("standalone/configuration"), configuration());
    Path batch = prepared.resolve("offline.cli");
    Files.writeString(
        batch,
        "embed-server --server-config=standalone.xml --std-out=discard\n"
            + Files.readString(script)
            + "\nstop-embedded-server\n");
    runCommandLine(batch);
    Folders.delete(configuration().resolve("standalone_xml_history"));
  }

  private void runCommandLine(Path batch) throws IOException {
    List<String> command = new ArrayList<>(List.of(Jdk.running().toString()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Djboss.home.dir=" + home);
    command.add("-Djboss.server.base.dir=" + prepared.resolve("standalone"));
    command.addAll(launch("org.jboss.as.cli"));
    command.add("--file=" + batch);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JBOSS_HOME", home.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new StandException("WildFly refused " + script + ":\n" + output);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new StandException("Interrupted while WildFly was prepared.", e);
    }
  }
}
