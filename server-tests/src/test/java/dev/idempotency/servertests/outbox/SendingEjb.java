// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.outbox;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Outbox;
import dev.idempotency.OutboxOptions;
import dev.idempotency.servertests.app.WorkRow;
import jakarta.annotation.Resource;
import jakarta.ejb.EJBContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Sends in its transaction. */
@Stateless
public class SendingEjb {

  @Inject private Outbox outbox;
  @PersistenceContext private EntityManager entityManager;
  @Resource private EJBContext context;

  @Idempotent(operation = "sending.work")
  public String work(@IdempotencyKey String key, String destination, String label) {
    entityManager.persist(new WorkRow(label, null));
    return outbox.send(destination, label, OutboxOptions.defaults()).id().toString();
  }

  /** The message is there, and the transaction does not commit. */
  @Idempotent(operation = "sending.failing")
  public String failing(@IdempotencyKey String key, String destination, String label) {
    outbox.send(destination, label, OutboxOptions.defaults());
    context.setRollbackOnly();
    return label;
  }

  /** Unguarded. */
  public void send(String destination, String text, OutboxOptions options) {
    outbox.send(destination, text, options);
  }

  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void sendWithoutTransaction(String destination) {
    outbox.send(destination, "never", OutboxOptions.defaults());
  }
}
