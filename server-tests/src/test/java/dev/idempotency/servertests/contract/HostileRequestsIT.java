// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.Deployments;
import java.io.OutputStream;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What malformed, huge and absurd requests cost: never a run, a row or the server's memory. */
@ExtendWith(ArquillianExtension.class)
class HostileRequestsIT {

  private static final int REQUESTS = Integer.getInteger("hostile.requests");
  private static final int WARM_UP = 500;
  private static final int SENDERS = 4;

  private static final int MEGABYTE = 1 << 20;
  private static final long HUGE = 50L * MEGABYTE;

  /** What caches and pools of a server may keep; 10,000 requests that leaked 5 KB leak more. */
  private static final long HEAP_MARGIN = 24L * MEGABYTE;

  /** A pool may have grown by what was idle when it was looked at. */
  private static final int THREAD_MARGIN = 16;

  /** The captured MiB, twice for growing, and what a server needs; 50 MB are far beyond. */
  private static final long ALLOCATION_MARGIN = 16L * MEGABYTE;

  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Scene scene;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("hostile");
  }

  @BeforeEach
  void lookAtTheDatabase() throws Exception {
    rows = new Rows();
    Wire wire = new Wire(deployment.getHost(), deployment.getPort());
    scene = new Scene(wire, deployment.getPath(), rows);
  }

  @AfterEach
  void closeTheDatabase() throws Exception {
    rows.close();
  }

  /** Used heap after a collection, and threads. */
  private record Load(long heap, int threads) {}

  private Load load() throws Exception {
    String[] words = scene.control("GET", "load").split(" ", 2);
    return new Load(Long.parseLong(words[0]), Integer.parseInt(words[1]));
  }

  @Test
  void malformedRequestsRunNothingStoreNothingAndCostNothing() throws Exception {
    long seed = Long.getLong("hostile.seed", 20_261_130L);
    System.out.printf("hostile requests: %d, seed %d%n", REQUESTS, seed);
    scene.post("cdi").send().is(201);
    sendMalformed(seed - 1, WARM_UP);
    int work = rows.allWork();
    int records = rows.allRecords();
    Load before = load();
    List<String> wrong = sendMalformed(seed, REQUESTS);
    Load after = load();
    System.out.printf("load before %s, after %s%n", before, after);
    assertThat(wrong).isEmpty();
    assertThat(rows.allWork()).isEqualTo(work);
    assertThat(rows.allRecords()).isEqualTo(records);
    assertThat(after.heap()).isLessThan(before.heap() + HEAP_MARGIN);
    assertThat(after.threads()).isLessThan(before.threads() + THREAD_MARGIN);
  }

  /** Sends requests of a seed each, and tells which were not refused as the client's fault. */
  private List<String> sendMalformed(long seed, int number) throws Exception {
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    try {
      List<Future<?>> sent = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        Random random = new Random(seed * number + i);
        sent.add(
            senders.submit(
                () -> {
                  MalformedRequests.Malformed malformed =
                      new MalformedRequests(scene, random).next();
                  Reply reply = malformed.request().send();
                  boolean refused =
                      reply == null || MalformedRequests.clientErrors().contains(reply.status());
                  if (!refused) {
                    wrong.add(malformed.what() + " -> " + reply);
                  }
                  return null;
                }));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    } finally {
      senders.shutdown();
    }
    return List.copyOf(wrong);
  }

  @Test
  void aHugeBodyWithAKeyIsRefusedWhileItStreams() throws Exception {
    Exchange request = scene.post("optional/drain").type("application/octet-stream");
    refuse(request, true);
    refuse(request, false);
    int records = rows.allRecords();
    for (boolean chunked : new boolean[] {false, true}) {
      long before = allocated();
      refuse(request, chunked);
      long cost = allocated() - before;
      System.out.printf("a refused huge body, chunked %s, allocated %d bytes%n", chunked, cost);
      assertThat(cost).isLessThan(ALLOCATION_MARGIN);
    }
    scene.ranNever();
    assertThat(rows.allRecords()).isEqualTo(records);
  }

  private static void refuse(Exchange request, boolean chunked) throws Exception {
    Reply reply =
        chunked
            ? request.sendChunkStream(HostileRequestsIT::hugeInChunks)
            : request.sendStream(HUGE, HostileRequestsIT::huge);
    reply.problem(413, "content-too-large");
  }

  @Test
  void aHugeBodyWithoutAKeyPasses() throws Exception {
    Exchange request = scene.post("optional/drain").withoutKey().type("application/octet-stream");
    int records = rows.allRecords();
    request.sendStream(HUGE, HostileRequestsIT::huge).is(200).holds(Long.toString(HUGE));
    request.sendChunkStream(HostileRequestsIT::hugeInChunks).is(200).holds(Long.toString(HUGE));
    scene.ran(2, 2);
    assertThat(rows.allRecords()).isEqualTo(records);
  }

  private long allocated() throws Exception {
    return Long.parseLong(scene.control("GET", "allocated"));
  }

  private static void huge(OutputStream out) throws java.io.IOException {
    byte[] megabyte = new byte[MEGABYTE];
    for (long sent = 0; sent < HUGE; sent += MEGABYTE) {
      out.write(megabyte);
    }
  }

  private static void hugeInChunks(OutputStream out) throws java.io.IOException {
    byte[] megabyte = new byte[MEGABYTE];
    for (long sent = 0; sent < HUGE; sent += MEGABYTE) {
      out.write(Exchange.latin(Integer.toHexString(MEGABYTE) + "\r\n"));
      out.write(megabyte);
      out.write(Exchange.latin("\r\n"));
    }
    out.write(Exchange.latin("0\r\n\r\n"));
  }

  @Test
  void absurdJsonIsAnsweredAtOnce() throws Exception {
    Map<String, String> absurd = new LinkedHashMap<>();
    absurd.put("1e999999999", "[1e999999999]");
    absurd.put("a megabyte of digits", "9".repeat(1_000_000));
    absurd.put("100,000 nested arrays", "[".repeat(100_000) + "]".repeat(100_000));
    for (Map.Entry<String, String> one : absurd.entrySet()) {
      Exchange request = scene.post("cdi").json(one.getValue());
      Duration fastest = Duration.ofDays(1);
      for (int tries = 0; tries < 3; tries++) {
        long start = System.nanoTime();
        request.send().problem(413, "content-too-large");
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        fastest = taken.compareTo(fastest) < 0 ? taken : fastest;
      }
      System.out.printf("%s: answered in %d ms%n", one.getKey(), fastest.toMillis());
      assertThat(fastest).as(one.getKey()).isLessThan(AT_ONCE);
    }
    scene.ranNever();
  }
}
