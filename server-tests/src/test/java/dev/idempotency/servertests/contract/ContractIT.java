// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.Deployments;
import java.net.URL;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The HTTP contract, case by case: the same table on every server, so that one which answers
 * differently fails.
 */
@ExtendWith(ArquillianExtension.class)
class ContractIT {

  private static int ran;

  @ArquillianResource private URL deployment;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("contract");
  }

  static Stream<Case> cases() {
    return Table.everything().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theServerKeepsTheContract(Case row) throws Exception {
    ran++;
    try (Rows rows = new Rows()) {
      row.script().run(scene(rows));
    }
  }

  private Scene scene(Rows rows) {
    Wire wire = new Wire(deployment.getHost(), deployment.getPort());
    return new Scene(wire, deployment.getPath(), rows);
  }

  @AfterAll
  static void everyCaseOfTheTableRan() {
    System.out.printf("contract cases on %s: %d%n", System.getProperty("arquillian.launch"), ran);
    assertThat(ran).isEqualTo(Table.everything().size());
  }
}
