// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Work;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;

/** Its first run goes on until the server has ended its transaction, and returns a success. */
@ApplicationScoped
public class OutlivingBean {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Inject private Work work;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  @Idempotent(operation = "outliving.work")
  public String work(@IdempotencyKey String key) throws Exception {
    boolean isFirst = Work.runs(key) == 0;
    String done = work.run(key, Behaviour.RETURN);
    if (isFirst) {
      outliveTheTransaction();
    }
    return done;
  }

  private void outliveTheTransaction() throws InterruptedException {
    long start = System.nanoTime();
    while (registry.getTransactionStatus() == Status.STATUS_ACTIVE) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IllegalStateException("The transaction was never ended");
      }
      Thread.sleep(50);
    }
  }
}
