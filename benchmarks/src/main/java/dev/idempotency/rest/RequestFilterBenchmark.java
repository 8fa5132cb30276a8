// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a guarded request with a JSON body costs before it reaches its method: key, body,
 * fingerprint and all that is prepared for the answer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 5,
    jvmArgs = {"-Xms512m", "-Xmx512m"})
public class RequestFilterBenchmark {

  static final int BODY_BYTES = 2048;

  private final FilteredRequest request = new FilteredRequest(TransferJson.ofBytes(BODY_BYTES));

  /** One request through the filter. */
  @Benchmark
  public Object filter() throws IOException {
    return request.filter();
  }
}
