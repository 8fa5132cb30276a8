// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.Deployments;
import dev.idempotency.servertests.contract.tenant.TenantScope;
import java.net.URL;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application's own bean says whose key it is (4.5, 4.6; docs/how-to/tenants.md). */
@ExtendWith(ArquillianExtension.class)
class TenantIT {

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Scene scene;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("tenants").addClass(TenantScope.class);
  }

  @BeforeEach
  void lookAtTheDatabase() throws Exception {
    rows = new Rows();
    Wire wire = new Wire(deployment.getHost(), deployment.getPort());
    scene = new Scene(wire, deployment.getPath(), rows);
  }

  @AfterEach
  void closeTheDatabase() throws Exception {
    rows.close();
  }

  @Test
  void usersOfOneTenantShareTheirKeys() throws Exception {
    for (String kind : Table.KINDS) {
      Exchange request = scene.post(kind).with("Tenant", "north");
      Reply alices = request.send().is(201).first();
      request.as(Scene.BOB).send().replays(alices);
      assertThat(scene.record(kind + ".create", "north", scene.key())).startsWith("SUCCEEDED");
    }
    scene.ran(Table.KINDS.size(), Table.KINDS.size());
  }

  @Test
  void tenantsNeitherSeeNorBlockEachOther() throws Exception {
    Exchange request = scene.post("cdi");
    Reply north = request.with("Tenant", "north").send().is(201).first();
    Reply south = request.with("Tenant", "south").json("{}").send().is(201).first();
    request.with("Tenant", "north").send().replays(north);
    request.with("Tenant", "south").json("{}").send().replays(south);
    scene.ran(2, 2);
  }

  @Test
  void aCallerOfNoTenantIsNobody() throws Exception {
    scene.post("feature/anonymous-refused").send().problem(401, "anonymous-caller");
    scene.ranNever();
    scene.post("feature/anonymous-refused").with("Tenant", "north").send().is(201).first();
  }
}
