// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Work;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Guarded outside, repeated inside. */
@ApplicationScoped
@Transactional
public class RetriedBean {

  private static final int SUCCEEDS_AT = 3;

  @Inject private Work work;
  @PersistenceContext private EntityManager entityManager;

  @Idempotent(operation = "retried.work")
  @Retry(maxRetries = SUCCEEDS_AT - 1, delay = 1)
  public String work(@IdempotencyKey String key, String label) throws Exception {
    return work.run(label, atFirst(label, Behaviour.THROW_UNCHECKED));
  }

  /** A statement fails first, and with it the transaction. */
  @Idempotent(operation = "retried.after-statement")
  @Retry(maxRetries = SUCCEEDS_AT - 1, delay = 1)
  public String afterAFailedStatement(@IdempotencyKey String key, String label) throws Exception {
    String done = work.run(label, atFirst(label, Behaviour.FAIL_AT_FLUSH));
    entityManager.flush();
    return done;
  }

  static Behaviour atFirst(String label, Behaviour failure) {
    return Work.runs(label) < SUCCEEDS_AT - 1 ? failure : Behaviour.RETURN;
  }
}
