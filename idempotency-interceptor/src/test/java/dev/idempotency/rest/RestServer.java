// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/**
 * Jersey and CDI without a server: the features are loaded as services, as on a server, and every
 * request has its own request context.
 */
final class RestServer implements AutoCloseable {

  private static final URI BASE = URI.create("http://first.example:8080/payments/api/");

  private final ApplicationHandler jersey;
  private final ResourceConfig config;

  RestServer(Class<?>... classes) {
    this(Map.of(), classes);
  }

  RestServer(Map<String, Object> properties, Class<?>... classes) {
    config =
        new ResourceConfig(classes)
            .property(ServerProperties.WADL_FEATURE_DISABLE, true)
            .addProperties(properties);
    jersey = new ApplicationHandler(config);
  }

  /** The beans of every server of a test class. */
  static SeContainer beans() {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addBeanClasses(JaxRsRequest.class, TestCatalogue.class, TestTransactions.class)
        .initialize();
  }

  /** What went over the wire. */
  @SuppressWarnings("ArrayRecordComponent") // compared part by part
  record Reply(int status, Map<String, List<Object>> headers, byte[] body) {

    String text() {
      return new String(body, UTF_8);
    }

    List<String> lines(String name) {
      return headers.getOrDefault(name, List.of()).stream().map(HeaderLines::text).toList();
    }

    String header(String name) {
      List<String> lines = lines(name);
      return lines.isEmpty() ? null : String.join(" & ", lines);
    }
  }

  Request post(String path) {
    return new Request("POST", path);
  }

  Request request(String method, String path) {
    return new Request(method, path);
  }

  /** A request in the making. */
  final class Request {

    private final String method;
    private final String path;
    private URI base = BASE;
    private ByteArrayInputStream body = new ByteArrayInputStream(new byte[0]);
    private final List<String[]> headers = new ArrayList<>();

    private Request(String method, String path) {
      this.method = method;
      this.path = path;
    }

    Request header(String name, String value) {
      headers.add(new String[] {name, value});
      return this;
    }

    Request key(String key) {
      return header("Idempotency-Key", key);
    }

    Request body(String type, byte[] bytes) {
      return chunks(type, bytes).header("Content-Length", Integer.toString(bytes.length));
    }

    Request chunks(String type, byte[] bytes) {
      body = new ByteArrayInputStream(bytes);
      return header("Content-Type", type);
    }

    Request body(String type, String text) {
      return body(type, text.getBytes(UTF_8));
    }

    /** How many bytes of the body nobody has read. */
    int unread() {
      return body.available();
    }

    Request throughHost(String host) {
      base = URI.create("http://" + host + "/payments/api/");
      return this;
    }

    Reply send() throws Exception {
      ContainerRequest request =
          new ContainerRequest(
              base, base.resolve(path), method, null, new MapPropertiesDelegate(), config);
      headers.forEach(header -> request.header(header[0], header[1]));
      // As often as it is sent.
      body.reset();
      request.setEntityStream(body);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      RequestContextController context = Beans.get(RequestContextController.class);
      context.activate();
      try {
        Future<ContainerResponse> answer = jersey.apply(request, out);
        ContainerResponse response = answer.get();
        return new Reply(
            response.getStatus(), Map.copyOf(response.getHeaders()), out.toByteArray());
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      } finally {
        context.deactivate();
      }
    }
  }

  @Override
  public void close() {
    jersey.onShutdown(null);
  }
}
