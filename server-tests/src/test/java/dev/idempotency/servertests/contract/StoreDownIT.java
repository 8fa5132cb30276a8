// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import dev.idempotency.servertests.Deployments;
import java.net.URL;
import java.util.concurrent.CompletableFuture;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The records can't be reached while the business tables can: nothing runs unguarded (7.7). */
@ExtendWith(ArquillianExtension.class)
class StoreDownIT {

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Scene scene;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("store-down");
  }

  @BeforeEach
  void lookAtTheDatabase() throws Exception {
    rows = new Rows();
    scene = scene();
  }

  private Scene scene() {
    return new Scene(
        new Wire(deployment.getHost(), deployment.getPort()), deployment.getPath(), rows);
  }

  @AfterEach
  void leaveAWholeDatabase() throws Exception {
    putTheTableBack();
    rows.close();
  }

  private void putTheTableBack() throws Exception {
    rows.execute("ALTER TABLE IF EXISTS record_away RENAME TO idempotency_record");
  }

  private void takeTheTableAway() throws Exception {
    rows.execute("ALTER TABLE idempotency_record RENAME TO record_away");
  }

  @Test
  void beforeTheClaimNothingRunsAndItRecoversByItself() throws Exception {
    int done = 0;
    for (String kind : Table.KINDS) {
      takeTheTableAway();
      scene.post(kind).send().problem(503, "store-unavailable");
      scene.ran(done, done);
      putTheTableBack();
      scene.post(kind).send().is(201).first();
      done++;
    }
    scene.ran(done, done);
  }

  @Test
  void whileTheMethodRunsItsWorkRollsBack() throws Exception {
    for (String kind : Table.KINDS) {
      Scene own = scene();
      CompletableFuture<Reply> running = ScopeCases.held(own, own.post(kind));
      takeTheTableAway();
      own.control("DELETE", "held/" + own.label());
      running.get().problem(503, "store-unavailable");
      putTheTableBack();
      // The next call may store what could not be stored then (P28), else the lease decides.
      Reply retry = own.post(kind).send();
      if (retry.status() == 409) {
        retry.problem(409, "key-in-progress");
        rows.change(kind + ".create", Scene.ALICE, own.key(), "lease_until = claimed");
        retry = own.post(kind).send();
      }
      retry.is(201).first();
      own.ran(2, 1);
    }
  }
}
