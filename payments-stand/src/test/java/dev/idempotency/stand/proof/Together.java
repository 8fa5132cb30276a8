// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Many callers at once: none starts before all are there. */
final class Together {

  private static final int LIMIT_SECONDS = 180;

  private Together() {}

  /** Runs the call for 0 to n - 1, each on a thread of its own, and returns all answers. */
  static <T> List<T> call(int n, IntFunction<T> call) {
    ExecutorService threads = Executors.newFixedThreadPool(n);
    try {
      CyclicBarrier barrier = new CyclicBarrier(n);
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int index = i;
        running.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return call.apply(index);
                }));
      }
      List<T> answers = new ArrayList<>();
      for (Future<T> future : running) {
        answers.add(future.get(LIMIT_SECONDS, TimeUnit.SECONDS));
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while callers run.", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("A caller got no answer.", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
