// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferJsonTest {

  @Test
  void aBodyIsJsonOfExactlyTheBytesAskedFor() throws IOException {
    for (int size : List.of(300, 2048, 65_536)) {
      byte[] body = TransferJson.ofBytes(size);
      JsonNode json = new ObjectMapper().readTree(body);

      assertThat(body).hasSize(size);
      assertThat(json.get("payer_name").textValue()).isEqualTo("José \"Zeca\" Conceição");
      assertThat(json.get("items").size()).isBetween((size - 400) / 110, size / 100);
    }
  }
}
