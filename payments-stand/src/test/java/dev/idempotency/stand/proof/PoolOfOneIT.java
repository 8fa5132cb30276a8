// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.node.ServerKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node whose data source has one connection. */
final class PoolOfOneIT {

  private static final int CALLERS = 25;

  @ParameterizedTest
  @EnumSource(names = {"PAYARA_MICRO_6", "WILDFLY"})
  void one_connection_is_enough_for_many_callers(ServerKind server) {
    try (Stand stand = Stands.of(server).poolSize(1).start()) {
      List<Payment> payments = Stream.generate(Payment::fresh).limit(CALLERS).toList();
      List<Reply> replies =
          Together.call(CALLERS, i -> Client.ALICE.post(stand.node(1), payments.get(i)));
      assertThat(replies).allMatch(Reply::isFirstCreation);
      assertThat(replies).extracting(Reply::transferId).doesNotHaveDuplicates();
      assertThat(stand.gateway().charges()).hasSize(CALLERS);
    }
  }
}
