// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.concurrent.Callable;

/** A caller with a transaction of its own. */
@Stateless
@LocalBean
public class Caller {

  @PersistenceContext private EntityManager entityManager;

  public <T> T inTransaction(Callable<T> work) throws Exception {
    return work.call();
  }

  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public <T> T inNewTransaction(Callable<T> work) throws Exception {
    return work.call();
  }

  public void insert(String label) {
    entityManager.persist(new WorkRow(label, null));
  }
}
