// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.outbox;

import dev.idempotency.spi.DeliveryResult;
import dev.idempotency.spi.OutboxDelivery;
import dev.idempotency.spi.OutboxMessage;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.nio.charset.StandardCharsets;

/** A destination by one bean. A payload that ends in {@code fails once} does. */
@ApplicationScoped
public class NotesDelivery implements OutboxDelivery {

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry registry;

  @Override
  public String destination() {
    return "notes";
  }

  @Override
  public DeliveryResult deliver(OutboxMessage message) {
    String text = new String(message.payload(), StandardCharsets.UTF_8);
    boolean inTransaction = registry.getTransactionStatus() != Status.STATUS_NO_TRANSACTION;
    Arrivals.add(new Arrivals.Arrival("notes", message.id().toString(), text, inTransaction));
    if (text.endsWith("fails once") && message.attempt() == 1) {
      throw new IllegalStateException("staged");
    }
    return DeliveryResult.delivered();
  }
}
