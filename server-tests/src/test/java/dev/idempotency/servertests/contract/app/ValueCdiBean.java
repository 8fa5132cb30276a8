// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.ExcludedFromFingerprint;
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

  @Idempotent(operation = "value-cdi.held")
  public long held(String label, @ExcludedFromFingerprint Want want) throws Failure.Checked {
    desk.serve(label, want);
    return 0;
  }

  /** Its key is in a header of its own, by configuration. */
  @Idempotent(operation = "value-cdi.reserve")
  public long reserve(String label) {
    desk.work(label);
    return 0;
  }
}
