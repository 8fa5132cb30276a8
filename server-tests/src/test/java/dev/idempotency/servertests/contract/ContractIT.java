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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The HTTP contract, case by case: the same table on every server, so that one which answers
 * differently fails.
 */
@ExtendWith(ArquillianExtension.class)
class ContractIT {

  /** How many there are, so that the table doesn't shrink unnoticed. */
  private static final int CASES = 752;

  private static final String SERVER = System.getProperty("arquillian.launch");

  private static Rows rows;
  private static Transcript transcript;
  private static int ran;

  @ArquillianResource private URL deployment;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("contract");
  }

  @BeforeAll
  static void begin() throws Exception {
    rows = new Rows();
    transcript = new Transcript(SERVER);
  }

  static Stream<Case> cases() {
    return Table.everything().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theServerKeepsTheContract(Case row) throws Exception {
    Wire wire = new Wire(deployment.getHost(), deployment.getPort());
    row.script().run(new Scene(wire, deployment.getPath(), rows));
    transcript.add(row, wire.replies());
    ran++;
  }

  @AfterAll
  static void everyCaseOfTheTableHeld() throws Exception {
    rows.close();
    transcript.write();
    System.out.printf("contract cases on %s: %d%n", SERVER, ran);
    assertThat(ran).isEqualTo(CASES);
  }
}
