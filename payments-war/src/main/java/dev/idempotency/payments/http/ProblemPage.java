// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.StatusType;
import java.io.IOException;

/** The error page: what the container answers without a resource (401, 403) is a problem too. */
@WebServlet("/problem")
public class ProblemPage extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    StatusType status = statusOf(request);
    byte[] body = Problem.of(status).toJson();
    response.setStatus(status.getStatusCode());
    response.setContentType(Problem.MEDIA_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** The status that led here; 404 for a client that asks for the page itself. */
  private static StatusType statusOf(HttpServletRequest request) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    return request.getDispatcherType() == DispatcherType.ERROR && code instanceof Integer number
        ? Response.status(number).build().getStatusInfo()
        : Response.Status.NOT_FOUND;
  }
}
