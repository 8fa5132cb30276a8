// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** On a database whose transactions are serializable unless they say otherwise. */
class SerializableIT extends IsolationProof {

  private static final String ISOLATION = "serializable";

  @Deployment(testable = false)
  static WebArchive archive() {
    return archive("serializable", ISOLATION);
  }

  @Override
  String isolation() {
    return ISOLATION;
  }
}
