// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.enterprise.context.Dependent;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

/**
 * Where the server's own interceptors begin and end transactions. Portable: {@code UserTransaction}
 * is closed to code that runs within a container's transaction, and an EJB would demand an EJB
 * container.
 */
@Dependent
public class TransactionalBean {

  /**
   * Runs work in a new transaction.
   *
   * @param work what to run; throws nothing, so that the server's rules about exceptions have
   *     nothing to decide
   */
  @Transactional(TxType.REQUIRES_NEW)
  public void inNew(Runnable work) {
    work.run();
  }

  /**
   * Runs work in the caller's transaction or a new one.
   *
   * @param work what to run; throws nothing
   */
  @Transactional(TxType.REQUIRED)
  public void inRequired(Runnable work) {
    work.run();
  }

  /**
   * Runs work without a transaction.
   *
   * @param work what to run; throws nothing
   */
  @Transactional(TxType.NOT_SUPPORTED)
  public void outside(Runnable work) {
    work.run();
  }
}
