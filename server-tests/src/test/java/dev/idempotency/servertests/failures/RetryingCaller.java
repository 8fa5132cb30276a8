// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.GuardedBean;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.faulttolerance.Retry;

/** Repeats a guarded call from outside. */
@ApplicationScoped
public class RetryingCaller {

  @Retry(maxRetries = 2, delay = 1)
  public String call(GuardedBean bean, String key) throws Exception {
    return bean.work(key, key, RetriedBean.atFirst(key, Behaviour.THROW_UNCHECKED));
  }
}
