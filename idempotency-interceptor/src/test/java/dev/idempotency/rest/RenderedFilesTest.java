// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.rest.RestServer.Reply;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Answers that spilled to a file leave none open, however their request ends. */
@EnabledOnOs(OS.LINUX)
class RenderedFilesTest extends RestFixture {

  private static final String LARGE = "x".repeat(5 * TestCatalogue.STORED_BODY_LIMIT);

  @AfterEach
  void noFileIsOpen() throws IOException {
    assertThat(open()).isEmpty();
  }

  private static List<String> open() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors
          .map(RenderedFilesTest::target)
          .filter(name -> name.contains("idempotency-") && name.contains(".body"))
          .toList();
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "closed meanwhile";
    }
  }

  private static Response large() {
    return Response.status(201).entity(LARGE).build();
  }

  @Test
  void afterTheAnswerWasSent() throws Exception {
    Payments.body =
        () ->
            Response.status(201)
                .entity((StreamingOutput) o -> o.write(LARGE.getBytes(UTF_8)))
                .build();
    assertThat(create("k").text()).isEqualTo(LARGE);
  }

  @Test
  void afterAWriterFailed() {
    Payments.body =
        () ->
            Response.status(201)
                .entity(
                    (StreamingOutput)
                        out -> {
                          out.write(LARGE.getBytes(UTF_8));
                          assertThat(open()).hasSize(1);
                          throw new IOException("the writer fails");
                        })
                .build();
    assertThat(catchThrowable(() -> create("k"))).hasMessageContaining("the writer fails");
  }

  @Test
  void afterAValueCallThatCannotBeSettled() throws Exception {
    Payments.container =
        method -> {
          Object result = method.call();
          transactions().begin();
          Guard.valueCall("inner", "k", () -> "value");
          return result;
        };
    Payments.body = RenderedFilesTest::large;
    Reply reply = create("k");
    assertThat(reply.status()).isEqualTo(503);
    transactions().end();
  }

  @Test
  void afterARollback() throws Exception {
    Payments.container = transaction();
    Payments.body =
        () -> {
          transactions().setRollbackOnly();
          return large();
        };
    assertThat(create("k").status()).isEqualTo(503);
  }

  @Test
  void afterAFailureThatCameLaterAndIsMapped() throws Exception {
    Payments.container =
        method -> {
          transaction().around(method);
          throw new Declined("an interceptor of the application");
        };
    Payments.body = RenderedFilesTest::large;
    assertThat(create("k").status()).isEqualTo(402);
  }

  @Test
  void afterAFailureThatCameLaterAndThatNothingMaps() {
    Payments.container =
        method -> {
          transaction().around(method);
          throw new IllegalStateException("an interceptor of the application");
        };
    Payments.body = RenderedFilesTest::large;
    assertThat(catchThrowable(() -> create("k"))).hasMessageContaining("an interceptor");
  }
}
