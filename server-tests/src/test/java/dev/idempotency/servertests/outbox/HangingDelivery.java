// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.outbox;

import dev.idempotency.spi.DeliveryResult;
import dev.idempotency.spi.OutboxDelivery;
import dev.idempotency.spi.OutboxMessage;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A destination that takes a message and hangs. */
@ApplicationScoped
public class HangingDelivery implements OutboxDelivery {

  private static final int SECONDS = 60;
  private static final Semaphore HUNG = new Semaphore(0);
  private static final CountDownLatch RELEASED = new CountDownLatch(1);

  /** Waits until so many deliveries hang. */
  public static boolean awaitHung(int deliveries) throws InterruptedException {
    return HUNG.tryAcquire(deliveries, SECONDS, TimeUnit.SECONDS);
  }

  public static void release() {
    RELEASED.countDown();
  }

  @Override
  public String destination() {
    return "hanging";
  }

  @Override
  public DeliveryResult deliver(OutboxMessage message) throws InterruptedException {
    HUNG.release();
    boolean released = RELEASED.await(SECONDS, TimeUnit.SECONDS);
    return released ? DeliveryResult.delivered() : DeliveryResult.retry("nobody released it");
  }
}
