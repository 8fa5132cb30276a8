// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** On a database whose transactions are repeatable read unless they say otherwise. */
class RepeatableReadIT extends IsolationProof {

  private static final String ISOLATION = "repeatable read";

  @Deployment(testable = false)
  static WebArchive archive() {
    return archive("repeatable-read", ISOLATION);
  }

  @Override
  String isolation() {
    return ISOLATION;
  }
}
