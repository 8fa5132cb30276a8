// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.AnonymousCallers;
import dev.idempotency.Protocol;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.LeaseTerms;
import dev.idempotency.protocol.Operation;
import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.protocol.Retention;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Providers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.jspecify.annotations.Nullable;

/**
 * A request that Jersey has routed to a resource method, and that the library's request filter can
 * take as often as one likes. For one thread.
 */
final class FilteredRequest {

  private static final URI BASE = URI.create("http://localhost:8080/payments/api/");
  private static final int MEBIBYTE = 1024 * 1024;

  /** As the sample guards its transfers, with the defaults. */
  private static final GuardedOperation OPERATION =
      new GuardedOperation(
          new Operation(
              "transfers.create",
              Protocol.TWO_TRANSACTIONS,
              new LeaseTerms(Duration.ofSeconds(30), Duration.ofMinutes(15)),
              Retention.FOREVER,
              Duration.ofSeconds(5),
              Duration.ZERO,
              OutcomePolicy.DEFAULTS),
          true,
          AnonymousCallers.SHARED,
          true,
          List.of(),
          new GuardedOperation.RequestRules(
              "Idempotency-Key", MEBIBYTE, MEBIBYTE, List.of("Location", "ETag")));

  private final byte[] body;
  private final ContainerRequestContext request;
  private final JaxRsRequest current = new JaxRsRequest();
  private final RequestFilter filter;

  FilteredRequest(byte[] body) {
    this.body = body;
    RoutedCall call = route(body);
    this.request = call.request();
    this.filter =
        new RequestFilter(
            call.resource(),
            OPERATION,
            new ServerDialect(call.configuration()),
            current,
            new NoTransaction(),
            call.providers());
  }

  /** Passes the request through the filter, as though it had just come in. */
  GuardedRequest.Capture filter() throws IOException {
    request.setEntityStream(new ByteArrayInputStream(body));
    filter.filter(request);
    GuardedRequest guarded =
        Objects.requireNonNull(current.guardedRequest(), "the filter begins the request");
    return Objects.requireNonNull(guarded.capture(), "the request carries a key");
  }

  private record RoutedCall(
      ContainerRequestContext request,
      ResourceMethod resource,
      Configuration configuration,
      Providers providers) {}

  /** Stands where the library's filter does and keeps what that is given. */
  private static final class Keeper implements ContainerRequestFilter {

    @Context private @Nullable ResourceInfo resource;
    @Context private @Nullable Configuration configuration;
    @Context private @Nullable Providers providers;
    private @Nullable RoutedCall kept;

    @Override
    public void filter(ContainerRequestContext request) {
      ResourceInfo info = injected(resource);
      kept =
          new RoutedCall(
              request,
              new ResourceMethod(info.getResourceClass(), info.getResourceMethod()),
              injected(configuration),
              injected(providers));
    }

    private static <T> T injected(@Nullable T value) {
      return Objects.requireNonNull(value, "Jersey injects it");
    }
  }

  /** Where the request is routed to. */
  @Path("transfers")
  public static class Transfers {

    /** Leaves the body unread. */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public void create() {}
  }

  /** A request that stays open after it was answered, so that it can take a body again. */
  private static final class RepeatableRequest extends ContainerRequest {

    private RepeatableRequest(Configuration configuration) {
      super(
          BASE,
          BASE.resolve("transfers"),
          "POST",
          null,
          new MapPropertiesDelegate(),
          configuration);
    }

    @Override
    public void inResponseProcessing() {}

    @Override
    public void close() {}
  }

  private static RoutedCall route(byte[] body) {
    Keeper keeper = new Keeper();
    ResourceConfig config =
        new ResourceConfig(Transfers.class)
            .register(keeper)
            .property(ServerProperties.WADL_FEATURE_DISABLE, true)
            // The library's own features, which look for the beans of a container.
            .property(ServerProperties.METAINF_SERVICES_LOOKUP_DISABLE, true);
    ContainerRequest request = new RepeatableRequest(config);
    headers(body).forEach(line -> request.header(line[0], line[1]));
    request.setEntityStream(new ByteArrayInputStream(body));
    serve(request, config);
    return Objects.requireNonNull(keeper.kept, "Jersey routes the request to the resource");
  }

  private static void serve(ContainerRequest request, ResourceConfig config) {
    try {
      new ApplicationHandler(config).apply(request, new ByteArrayOutputStream()).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Jersey failed to serve the request", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while Jersey served the request", e);
    }
  }

  /** What a client behind a proxy sends. */
  private static List<String[]> headers(byte[] body) {
    return List.of(
        header("Host", "localhost:8080"),
        header("User-Agent", "payments-client/3.2"),
        header("Accept", "application/json"),
        header("Accept-Encoding", "gzip"),
        header("Authorization", "Basic YWxpY2U6YWxpY2Utc2VjcmV0"),
        header("X-Forwarded-For", "192.0.2.17"),
        header("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        header("Content-Type", "application/json;charset=UTF-8"),
        header("Content-Length", Integer.toString(body.length)),
        header("Idempotency-Key", "\"8e03978e-40d5-43e8-bc93-6894a57f9324\""));
  }

  private static String[] header(String name, String value) {
    return new String[] {name, value};
  }
}
