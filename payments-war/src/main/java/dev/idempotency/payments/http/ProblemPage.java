// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import java.io.IOException;

/** The error page: what the container answers without a resource (401, 403) is a problem too. */
@WebServlet("/problem")
public class ProblemPage extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int status = statusOf(request);
    byte[] body = Problem.of(status, reasonPhrase(status)).toJson();
    response.setStatus(status);
    response.setContentType(Problem.MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static int statusOf(HttpServletRequest request) {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    boolean dispatched = request.getDispatcherType() == DispatcherType.ERROR;
    return dispatched && status instanceof Integer code ? code : HttpServletResponse.SC_NOT_FOUND;
  }

  private static String reasonPhrase(int status) {
    Response.Status known = Response.Status.fromStatusCode(status);
    return known == null ? "Error" : known.getReasonPhrase();
  }
}
