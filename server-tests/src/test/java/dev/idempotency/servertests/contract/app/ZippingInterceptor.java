// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** An application's own compression. */
@Zipped
@Provider
public class ZippingInterceptor implements WriterInterceptor {

  @Context private HttpHeaders headers;

  @Override
  public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
    String accepted = headers.getHeaderString("Accept-Encoding");
    context.getHeaders().putSingle("Vary", "Accept-Encoding");
    if (accepted == null || !accepted.contains("gzip")) {
      context.proceed();
      return;
    }
    context.getHeaders().putSingle("Content-Encoding", "gzip");
    context.getHeaders().remove("Content-Length");
    OutputStream out = context.getOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      context.setOutputStream(gzip);
      context.proceed();
    } finally {
      context.setOutputStream(out);
    }
  }
}
