// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Methods of every return type that can be guarded. */
@RequestScoped
@Path("typed")
public class TypedResource {

  private static final int MEGABYTE = 1 << 20;

  @Inject private Desk desk;

  /** A bean for JSON-B. */
  public static class Thing {
    public String id = UUID.randomUUID().toString();
    public BigDecimal amount = new BigDecimal("125.40");
    public String nothing;
  }

  @POST
  @Path("text")
  @Produces("text/plain")
  @Idempotent(operation = "typed.text")
  public String text(@HeaderParam("Label") String label) {
    desk.work(label);
    return "\u00fc\u20ac " + UUID.randomUUID();
  }

  @POST
  @Path("text-without-produces")
  @Idempotent(operation = "typed.text-without-produces")
  public String textWithoutProduces(@HeaderParam("Label") String label) {
    desk.work(label);
    return "some text " + UUID.randomUUID();
  }

  @POST
  @Path("empty-text")
  @Produces("text/plain")
  @Idempotent(operation = "typed.empty-text")
  public String emptyText(@HeaderParam("Label") String label) {
    desk.work(label);
    return "";
  }

  @POST
  @Path("nothing")
  @Idempotent(operation = "typed.nothing")
  public void nothing(@HeaderParam("Label") String label) {
    desk.work(label);
  }

  @POST
  @Path("null")
  @Produces("application/json")
  @Idempotent(operation = "typed.null")
  public Thing nullThing(@HeaderParam("Label") String label) {
    desk.work(label);
    return null;
  }

  @POST
  @Path("null-response")
  @Idempotent(operation = "typed.null-response")
  public Response nullResponse(@HeaderParam("Label") String label) {
    desk.work(label);
    return null;
  }

  @POST
  @Path("zero")
  @Produces("text/plain")
  @Idempotent(operation = "typed.zero")
  public int zero(@HeaderParam("Label") String label) {
    desk.work(label);
    return 0;
  }

  @POST
  @Path("false")
  @Produces("text/plain")
  @Idempotent(operation = "typed.false")
  public boolean no(@HeaderParam("Label") String label) {
    desk.work(label);
    return false;
  }

  @POST
  @Path("thing")
  @Produces("application/json")
  @Idempotent(operation = "typed.thing")
  public Thing thing(@HeaderParam("Label") String label) {
    desk.work(label);
    return new Thing();
  }

  @POST
  @Path("thing-without-produces")
  @Idempotent(operation = "typed.thing-without-produces")
  public Thing thingWithoutProduces(@HeaderParam("Label") String label) {
    desk.work(label);
    return new Thing();
  }

  @POST
  @Path("things")
  @Produces("application/json")
  @Idempotent(operation = "typed.things")
  public List<Thing> things(@HeaderParam("Label") String label) {
    desk.work(label);
    return List.of(new Thing(), new Thing());
  }

  @POST
  @Path("no-things")
  @Produces("application/json")
  @Idempotent(operation = "typed.no-things")
  public List<Thing> noThings(@HeaderParam("Label") String label) {
    desk.work(label);
    return List.of();
  }

  @POST
  @Path("generic-things")
  @Produces("application/json")
  @Idempotent(operation = "typed.generic-things")
  public GenericEntity<List<Thing>> genericThings(@HeaderParam("Label") String label) {
    desk.work(label);
    return new GenericEntity<>(List.of(new Thing())) {};
  }

  @POST
  @Path("map")
  @Produces("application/json")
  @Idempotent(operation = "typed.map")
  public Map<String, BigDecimal> map(@HeaderParam("Label") String label) {
    desk.work(label);
    return Map.of("amount", new BigDecimal("10.00"));
  }

  @POST
  @Path("json")
  @Produces("application/json")
  @Idempotent(operation = "typed.json")
  public JsonObject json(@HeaderParam("Label") String label) {
    desk.work(label);
    return Json.createObjectBuilder().add("id", UUID.randomUUID().toString()).addNull("n").build();
  }

  @POST
  @Path("negotiated")
  @Produces({"text/plain", "application/json;qs=0.5"})
  @Idempotent(operation = "typed.negotiated")
  public String negotiated(@HeaderParam("Label") String label) {
    desk.work(label);
    return "\"" + UUID.randomUUID() + "\"";
  }

  @POST
  @Path("bytes")
  @Produces("application/pdf")
  @Idempotent(operation = "typed.bytes")
  public byte[] bytes(@HeaderParam("Label") String label) {
    desk.work(label);
    return Answers.bytes(3 * MEGABYTE);
  }

  @POST
  @Path("file")
  @Produces("application/pdf")
  @Idempotent(operation = "typed.file")
  public File file(@HeaderParam("Label") String label) {
    desk.work(label);
    return Answers.file(3 * MEGABYTE).toFile();
  }

  @POST
  @Path("stream")
  @Produces("application/pdf")
  @Idempotent(operation = "typed.stream")
  public InputStream stream(@HeaderParam("Label") String label) {
    desk.work(label);
    return new ByteArrayInputStream(Answers.bytes(3 * MEGABYTE));
  }

  @POST
  @Path("zipped")
  @Zipped
  @Produces("text/plain")
  @Idempotent(operation = "typed.zipped")
  public byte[] zipped(@HeaderParam("Label") String label) {
    desk.work(label);
    String text = "zip me " + UUID.randomUUID() + " again".repeat(1000);
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
