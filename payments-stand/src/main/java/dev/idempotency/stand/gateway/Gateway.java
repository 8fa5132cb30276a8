// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.idempotency.stand.process.Child;
import dev.idempotency.stand.process.ChildSpec;
import dev.idempotency.stand.process.ClassPath;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.ServerProcess;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The gateway simulator, a process of its own that owns its ledger, and a client of its controls.
 *
 * <p>Nothing that happens to the nodes touches it. Thread-safe.
 */
public final class Gateway implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration STOP_GRACE = Duration.ofSeconds(3);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final int FIRST_ERROR = 300;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final int MAX_IDLE_CONNECTIONS = 10_000;
  private static final Duration IDLE_LIMIT = Duration.ofDays(1);

  private final int port;
  private final int smtpPort;
  private final Path directory;
  private final Keeper keeper;
  private final ServerProcess server;

  /**
   * Prepares the simulator; nothing runs yet.
   *
   * @param directory where it works and its output is appended to {@code gateway.log}
   * @param port of HTTP, on the loopback address
   * @param smtpPort of the mail sink, on the loopback address
   * @param keeper looks after the process
   */
  public Gateway(Path directory, int port, int smtpPort, Keeper keeper) {
    this.port = port;
    this.smtpPort = smtpPort;
    this.directory = directory;
    this.keeper = keeper;
    this.server = new ServerProcess("Gateway", "gateway", keeper);
  }

  /**
   * Starts it and returns when it answers; does nothing if it runs.
   *
   * @throws StandException if it does not
   */
  public synchronized void start() {
    if (server.isRunning()) {
      return;
    }
    Ports.requireFree(port, "the gateway", "gateway.port");
    Ports.requireFree(smtpPort, "the mail sink", "smtp.port");
    ChildSpec spec =
        ChildSpec.of("Gateway", command(), directory, directory.resolve("gateway.log"));
    Child started = Child.start(spec, keeper.leash());
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!Ports.accepts("localhost", port) || !Ports.accepts("localhost", smtpPort)) {
      if (started.awaitExit(POLL) || System.nanoTime() > deadline) {
        started.kill();
        throw new StandException("The gateway did not start.\n" + started.logTail());
      }
    }
    server.adopt(started);
  }

  private List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        // A client that held hundreds of calls takes each connection for its next ones.
        "-Dsun.net.httpserver.maxIdleConnections=" + MAX_IDLE_CONNECTIONS,
        "-Dsun.net.httpserver.idleInterval=" + IDLE_LIMIT.toSeconds(),
        "-cp",
        ClassPath.ofThisProcess(),
        GatewayMain.class.getName(),
        Integer.toString(port),
        Integer.toString(smtpPort));
  }

  /** How charge calls are treated from now on; held ones go on as this says. */
  public void behave(Behaviour behaviour) {
    try {
      call(
          "PUT",
          "/behaviour",
          BodyPublishers.ofByteArray(Json.MAPPER.writeValueAsBytes(behaviour)));
    } catch (JsonProcessingException e) {
      throw new StandException("The behaviour cannot be written as JSON.", e);
    }
  }

  /** What was really charged, oldest first. */
  public List<Charge> charges() {
    return list("/charges", Charge.class);
  }

  /** Every call that arrived, oldest first. */
  public List<Call> log() {
    return list("/log", Call.class);
  }

  /** Every mail that arrived, oldest first. */
  public List<Mail> mails() {
    return list("/mails", Mail.class);
  }

  /** Normal behaviour; charges, keys, log and mails are forgotten. */
  public void reset() {
    behave(Behaviour.NORMAL);
    call("DELETE", "/charges", BodyPublishers.noBody());
    call("DELETE", "/mails", BodyPublishers.noBody());
  }

  private <T> List<T> list(String path, Class<T> type) {
    String json = call("GET", path, BodyPublishers.noBody());
    try {
      return Json.MAPPER.readerForListOf(type).readValue(json);
    } catch (JsonProcessingException e) {
      throw new StandException("The gateway's answer to GET " + path + " is not understood.", e);
    }
  }

  private String call(String method, String path, BodyPublisher body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .timeout(ANSWER_LIMIT)
            .method(method, body)
            .build();
    try {
      HttpResponse<String> response =
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      if (response.statusCode() >= FIRST_ERROR) {
        throw new StandException(
            "The gateway answered %s %s with %d: %s"
                .formatted(method, path, response.statusCode(), response.body()));
      }
      return response.body();
    } catch (IOException e) {
      throw new StandException("The gateway does not answer at " + url() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StandException("Interrupted while calling the gateway.", e);
    }
  }

  /** Its address, as the application is told. */
  public String url() {
    return "http://localhost:" + port;
  }

  /** The port of HTTP. */
  public int port() {
    return port;
  }

  /** The port of the mail sink. */
  public int smtpPort() {
    return smtpPort;
  }

  /** The number of its process. */
  public long pid() {
    return server.pid();
  }

  @Override
  public void close() {
    server.end(Signal.TERM, STOP_GRACE);
  }
}
