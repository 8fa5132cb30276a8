// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

/** Fails, at once or after it has written something. */
@Provider
public class UnwritableWriter implements MessageBodyWriter<Unwritable> {

  @Override
  public boolean isWriteable(Class<?> type, Type generic, Annotation[] marks, MediaType media) {
    return type == Unwritable.class;
  }

  @Override
  public void writeTo(
      Unwritable entity,
      Class<?> type,
      Type generic,
      Annotation[] marks,
      MediaType media,
      MultivaluedMap<String, Object> headers,
      OutputStream out)
      throws IOException {
    if (entity.halfway()) {
      out.write("half of the secret".getBytes(StandardCharsets.UTF_8));
      throw new IOException("the writer fails halfway");
    }
    throw new IllegalStateException("the writer fails at once");
  }
}
