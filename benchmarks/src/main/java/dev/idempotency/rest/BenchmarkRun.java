// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.Objects;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Statistics;

/** Runs benchmarks, writes what was measured as JSON and prints the table of the documentation. */
final class BenchmarkRun {

  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final double MEDIAN = 50;
  private static final double ONE_IN_A_HUNDRED = 99;

  private BenchmarkRun() {}

  /**
   * Runs benchmarks.
   *
   * @param args a regular expression for the benchmarks' names, and the file for the results
   */
  public static void main(String[] args) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(args[0])
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .resultFormat(ResultFormatType.JSON)
            .result(args[1])
            .build();
    print(new Runner(options).run());
  }

  private static void print(Collection<RunResult> results) {
    System.out.printf(
        "%n%-40s %10s %17s %10s %12s%n",
        "benchmark", "median µs", "medians of forks", "p99 µs", "bytes/call");
    results.forEach(result -> System.out.println(row(result)));
  }

  private static String row(RunResult result) {
    Statistics times = result.getPrimaryResult().getStatistics();
    DoubleSummaryStatistics medians =
        result.getBenchmarkResults().stream()
            .mapToDouble(fork -> fork.getPrimaryResult().getStatistics().getPercentile(MEDIAN))
            .summaryStatistics();
    return String.format(
        Locale.ROOT,
        "%-40s %10.1f %9.1f – %5.1f %10.1f %,12.0f",
        name(result.getParams()),
        times.getPercentile(MEDIAN),
        medians.getMin(),
        medians.getMax(),
        times.getPercentile(ONE_IN_A_HUNDRED),
        allocated(result));
  }

  private static double allocated(RunResult result) {
    return Objects.requireNonNull(
            result.getSecondaryResults().get(ALLOCATED), "the profiler counts allocations")
        .getScore();
  }

  private static String name(BenchmarkParams params) {
    String method = params.getBenchmark();
    String name = method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
    return params.getParamsKeys().isEmpty() ? name : name + " " + params.getParam("bytes");
  }
}
