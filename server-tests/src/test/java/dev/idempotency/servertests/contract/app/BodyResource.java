// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import dev.idempotency.KeyRequirement;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Form;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Answers what arrived, with a key and without one. */
@RequestScoped
@Transactional
@Path("body")
public class BodyResource {

  @Inject private Desk desk;

  @POST
  @Path("bytes")
  @Produces("application/octet-stream")
  @Idempotent(operation = "body.bytes", key = KeyRequirement.OPTIONAL)
  public byte[] bytes(byte[] body, @HeaderParam("Label") String label) {
    desk.work(label);
    return body;
  }

  @POST
  @Path("form")
  @Consumes("application/x-www-form-urlencoded")
  @Produces("text/plain")
  @Idempotent(operation = "body.form", key = KeyRequirement.OPTIONAL)
  public String form(
      @FormParam("payer") String payer,
      @FormParam("amount") List<String> amounts,
      @HeaderParam("Label") String label) {
    desk.work(label);
    return payer + " " + amounts;
  }

  @POST
  @Path("whole-form")
  @Consumes("application/x-www-form-urlencoded")
  @Produces("text/plain")
  @Idempotent(operation = "body.whole-form", key = KeyRequirement.OPTIONAL)
  public String wholeForm(Form form, @HeaderParam("Label") String label) {
    desk.work(label);
    return form.asMap().getFirst("payer") + " " + form.asMap().get("amount");
  }

  @POST
  @Path("multipart")
  @Consumes("multipart/form-data")
  @Produces("text/plain")
  @Idempotent(operation = "body.multipart", key = KeyRequirement.OPTIONAL)
  public String multipart(List<EntityPart> parts, @HeaderParam("Label") String label) {
    desk.work(label);
    return parts.stream().map(BodyResource::text).collect(Collectors.joining(","));
  }

  private static String text(EntityPart part) {
    try {
      byte[] content = part.getContent().readAllBytes();
      return part.getName() + "=" + new String(content, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
