// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsIT {

  @Test
  void aTakenPortIsRefusedWithItsUserAndTheWayOut() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> Ports.requireFree(taken.getLocalPort(), "the gateway", "gateway.port"))
          .isInstanceOf(StandException.class)
          .hasMessageContaining("Port " + taken.getLocalPort() + " is taken")
          .hasMessageContaining("the gateway")
          .hasMessageContaining("-Dgateway.port=");
    }
  }

  @Test
  void freePortsAreDifferentAndFree() {
    assertThat(Ports.free(20))
        .doesNotHaveDuplicates()
        .allSatisfy(
            port ->
                assertThatCode(() -> Ports.requireFree(port, "a test", "x.port"))
                    .doesNotThrowAnyException());
  }
}
