// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.RedirectionException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WebApplicationExceptionMapperTest {

  private final WebApplicationExceptionMapper mapper = new WebApplicationExceptionMapper();

  @Test
  void givesARefusalWithoutBodyAProblemAndKeepsItsHeaders() {
    Response response = mapper.toResponse(new NotAllowedException("GET", new String[] {"POST"}));

    assertThat(response.getStatus()).isEqualTo(405);
    assertThat(response.getAllowedMethods()).containsExactlyInAnyOrder("GET", "POST");
    assertThat(response.getMediaType()).hasToString(Problem.MEDIA_TYPE);
    assertThat(new String((byte[]) response.getEntity(), StandardCharsets.UTF_8))
        .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Method Not Allowed\",\"status\":405}");
  }

  @Test
  void leavesABodyAlone() {
    Response original = Response.status(409).entity("taken").build();

    assertThat(mapper.toResponse(new WebApplicationException(original))).isSameAs(original);
  }

  @Test
  void leavesWhatIsNoRefusalAlone() {
    Response original = Response.seeOther(URI.create("/elsewhere")).build();

    assertThat(mapper.toResponse(new RedirectionException(original))).isSameAs(original);
  }
}
