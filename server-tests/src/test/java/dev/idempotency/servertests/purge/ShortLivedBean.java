// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.purge;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Retentions;
import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class ShortLivedBean {

  @Idempotent(operation = "purge.short", retention = "PT1S")
  public String forASecond(@IdempotencyKey String key) {
    return "done " + key;
  }

  @Idempotent(operation = "purge.kept", retention = Retentions.FOREVER)
  public String forEver(@IdempotencyKey String key) {
    return "done " + key;
  }
}
