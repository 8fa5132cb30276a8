// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.stand.node.ServerKind;
import dev.idempotency.stand.process.StandException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PropertiesTest {

  @AfterEach
  void clear() {
    System.clearProperty("stand.test.a");
    System.clearProperty("stand.test.b");
  }

  @Test
  void aNumberHasADefault() {
    assertThat(Properties.integer("stand.test.a", 7)).isEqualTo(7);
  }

  @Test
  void whatIsNoPositiveNumberIsRefusedByName() {
    for (String value : List.of("two", "0", "-1", "")) {
      System.setProperty("stand.test.a", value);
      assertThatThrownBy(() -> Properties.integer("stand.test.a", 7))
          .isInstanceOf(StandException.class)
          .hasMessageContaining("-Dstand.test.a")
          .hasMessageContaining("'" + value + "'");
    }
  }

  @Test
  void jvmArgumentsAreSeparatedBySpaces() {
    System.setProperty("stand.test.a", " -Xmx1g  -Da=b ");
    assertThat(Properties.words("stand.test.a")).containsExactly("-Xmx1g", "-Da=b");
    assertThat(Properties.words("stand.test.b")).isEmpty();
  }

  @Test
  void settingsArePassedByPrefix() {
    System.setProperty("stand.test.a", "1");
    System.setProperty("stand.test.b", "2");
    assertThat(Properties.startingWith("stand.test."))
        .containsEntry("stand.test.a", "1")
        .containsEntry("stand.test.b", "2")
        .hasSize(2);
  }

  @Test
  void anUnknownServerIsRefusedWithTheChoices() {
    assertThat(ServerKind.of("wildfly")).isEqualTo(ServerKind.WILDFLY);
    assertThatThrownBy(() -> ServerKind.of("tomcat"))
        .isInstanceOf(StandException.class)
        .hasMessageContaining("'tomcat'")
        .hasMessageContaining("payara-micro-6|payara-micro-7|wildfly");
  }
}
