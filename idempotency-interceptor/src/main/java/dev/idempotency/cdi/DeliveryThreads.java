// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.outbox.Destination;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The threads that deliver, all of them the server's. WildFly's default executor has two for each
 * processor, which a few deliveries that hang would hold, from the application too: there the relay
 * has a pool of its own, of threads that the server makes, as many as its destinations may use.
 * Payara's default executor grows with what it is given, and its thread factory would keep the
 * context of the application that asked for it first.
 */
final class DeliveryThreads implements Executor {

  private static final String FACTORY = "java:comp/DefaultManagedThreadFactory";
  private static final int BESIDE_DELIVERIES = 4;
  private static final long IDLE_SECONDS = 10;

  private final Executor executor;
  private final @Nullable ThreadPoolExecutor own;

  private DeliveryThreads(Executor executor, @Nullable ThreadPoolExecutor own) {
    this.executor = executor;
    this.own = own;
  }

  static DeliveryThreads of(Collection<Destination> destinations) {
    // Payara's REST implementation, which no other supported server has.
    if (WebRules.mayHideResourceClasses()) {
      return new DeliveryThreads(new ServerExecutor(), null);
    }
    int most =
        BESIDE_DELIVERIES
            + destinations.stream().mapToInt(each -> each.terms().concurrency()).sum();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            0, most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory());
    return new DeliveryThreads(pool, pool);
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  /** Ends with the application; what still runs is interrupted. */
  void stop() {
    if (own != null) {
      own.shutdownNow();
    }
  }

  @SuppressWarnings("BanJNDI") // a constant name in the component's own context
  private static ThreadFactory factory() {
    try {
      return InitialContext.doLookup(FACTORY);
    } catch (NamingException e) {
      throw new IllegalStateException(FACTORY + " cannot be looked up", e);
    }
  }
}
