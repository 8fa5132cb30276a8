// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.node.Layout;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Leash;
import dev.idempotency.stand.process.Ports;
import dev.idempotency.stand.process.Signal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisIT {

  @TempDir Path folder;

  private final List<String> told = new CopyOnWriteArrayList<>();

  @Test
  void answersEndsVisiblyAndStartsAgainByHandOnly() throws IOException {
    try (Leash leash = new Leash();
        Redis redis =
            new Redis(
                Layout.ofThisBuild().binaries(),
                folder.resolve("redis.log"),
                Ports.free(),
                new Keeper(leash, told::add, "http://localhost:1"))) {
      redis.start();
      assertThat(ping(redis.port())).isEqualTo("+PONG\r\n");

      Signal.KILL.sendTo(redis.pid());
      await().atMost(Duration.ofSeconds(20)).until(() -> !told.isEmpty());
      assertThat(redis.isRunning()).isFalse();
      assertThat(told)
          .singleElement()
          .asString()
          .contains("curl -X POST http://localhost:1/redis/start");

      redis.start();
      assertThat(ping(redis.port())).isEqualTo("+PONG\r\n");
    }
  }

  private static String ping(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
    }
  }
}
