// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

/** Value calls that join the caller's transaction in whatever state it is; an EJB's may not. */
@RequestScoped
public class ValueCdiBean {

  @Inject private Desk desk;

  @Idempotent(operation = "value-cdi.zero")
  public long zero(String label) {
    desk.work(label);
    return 0;
  }
}
