// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Answers a request that breaks its constraints with 400, naming each field once. */
@Provider
public class ConstraintViolationMapper implements ExceptionMapper<ConstraintViolationException> {

  private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

  @Override
  public Response toResponse(ConstraintViolationException exception) {
    List<InvalidField> errors =
        exception.getConstraintViolations().stream()
            .map(violation -> new InvalidField(fieldOf(violation), violation.getMessage()))
            .distinct()
            .sorted(Comparator.comparing(InvalidField::field))
            .toList();
    return Problem.invalid(errors).toResponse().build();
  }

  private static String fieldOf(ConstraintViolation<?> violation) {
    String name = "";
    for (Path.Node node : violation.getPropertyPath()) {
      name = node.getName();
    }
    return HUMP.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
  }
}
