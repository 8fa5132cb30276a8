// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A form's body that a servlet filter has read shows in the parameters. */
class FormParametersTest {

  private static final Map<String, List<String>> QUERY = Map.of("a", List.of("1", "2"));

  @Test
  void parametersOfTheQueryAreNoTrace() {
    assertThat(FormParameters.areMoreThan(QUERY, Map.of("a", new String[] {"1", "2"}))).isFalse();
    assertThat(FormParameters.areMoreThan(Map.of(), Map.of())).isFalse();
  }

  @Test
  void anyOtherParameterIs() {
    assertThat(FormParameters.areMoreThan(QUERY, Map.of("b", new String[] {"1"}))).isTrue();
    assertThat(FormParameters.areMoreThan(QUERY, Map.of("a", new String[] {"1", "2", "3"})))
        .isTrue();
  }
}
