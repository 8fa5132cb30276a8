// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.idempotency.fingerprint.ExcludedMembers;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.fingerprint.RequestContent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The fingerprint of a request with a JSON body, and Jackson reading the same bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgs = {"-Xms512m", "-Xmx512m"})
public class FingerprintBenchmark {

  private final ObjectMapper jackson = new ObjectMapper();

  /** Length of the body. */
  @Param({"300", "2048", "65536"})
  public int bytes;

  private byte[] body = {};

  /** Writes the body. */
  @Setup
  public void writeBody() {
    body = TransferJson.ofBytes(bytes);
  }

  /** One fingerprint, from the bytes on. */
  @Benchmark
  public Object fingerprint() {
    return new RequestContent(
            "POST", "/transfers", null, "application/json", body, ExcludedMembers.none())
        .fingerprint(Fingerprint.CURRENT_VERSION);
  }

  /** For comparison: the bytes to a tree, without a digest. */
  @Benchmark
  public Object jacksonReadTree() throws IOException {
    return jackson.readTree(body);
  }
}
