// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** The half of the goal that can be counted, and so does not depend on the machine. */
class AllocationTest {

  private static final int REQUESTS = 1000;
  private static final long MOST_BYTES_PER_REQUEST = 64 * 1024;

  private final FilteredRequest request =
      new FilteredRequest(TransferJson.ofBytes(RequestFilterBenchmark.BODY_BYTES));

  @Test
  void aRequestOf2KilobytesOfJsonAllocatesLessThan64KilobytesInTheFilter() throws IOException {
    filterAll();
    long before = allocatedBytes();
    filterAll();
    long perRequest = (allocatedBytes() - before) / REQUESTS;

    assertThat(perRequest)
        .isBetween((long) RequestFilterBenchmark.BODY_BYTES, MOST_BYTES_PER_REQUEST);
  }

  private void filterAll() throws IOException {
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(request.filter().key()).hasSize(36);
    }
  }

  private static long allocatedBytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
