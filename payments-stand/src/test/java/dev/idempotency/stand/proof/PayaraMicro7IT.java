// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.node.ServerKind;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same WAR on Payara Micro 7, where there is a JDK for it. */
final class PayaraMicro7IT {

  private static final String HOME_21_PLUS = "java.home.21plus";

  @AfterEach
  void forgetJdk() {
    System.clearProperty(HOME_21_PLUS);
  }

  @Test
  void the_same_transfer_twice_is_one() {
    Optional<Path> jdk = NewerJdk.find();
    assumeThat(jdk)
        .as("Payara Micro 7 needs a JDK 21 or newer; name one by JAVA_HOME_21PLUS")
        .isPresent();
    System.setProperty(HOME_21_PLUS, jdk.orElseThrow().toString());
    try (Stand stand = Stands.of(ServerKind.PAYARA_MICRO_7).start()) {
      Payment payment = Payment.fresh();
      Reply first = Client.ALICE.post(stand.node(1), payment);
      assertThat(first.isFirstCreation()).as("%s", first).isTrue();
      Reply again = Client.ALICE.post(stand.node(1), payment);
      assertThat(again.status()).as("%s", again).isEqualTo(201);
      assertThat(again.isReplay()).as("%s", again).isTrue();
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.location()).isEqualTo(first.location());
      assertThat(stand.gateway().charges()).hasSize(1);
    }
  }
}
