// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeChoiceTest {

  @Produces("application/xml")
  static class Resource {
    @Produces("application/json")
    public void json() {}

    @Produces("application/json;charset=UTF-8")
    public void charset() {}

    @Produces({"application/xml;qs=0.5", "application/json"})
    public void preferred() {}

    @Produces("application/json, text/csv")
    public void listed() {}

    @Produces("text/*")
    public void anyText() {}

    @Produces("application/*")
    public void anyApplication() {}

    @Produces("*/*")
    public void any() {}

    public void ofClass() {}
  }

  static class Undeclared {
    public void undeclared() {}
  }

  private static boolean isJsonOrText(MediaType type) {
    return type.isCompatible(MediaType.APPLICATION_JSON_TYPE) || type.getType().equals("text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "json           | */*                                    | application/json",
        "json           | application/*                          | application/json",
        "charset        | application/json                       | application/json;charset=UTF-8",
        "preferred      | */*                                    | application/json",
        "preferred      | application/xml, application/json;q=.5 | application/xml",
        "preferred      | application/xml;q=.5, application/json | application/json",
        "listed         | text/csv                               | text/csv",
        "listed         | text/csv;q=.1, application/json;q=.2   | application/json",
        "anyText        | text/csv, */*                          | text/csv",
        "anyApplication | */*                                    | application/octet-stream",
        "any            | */*                                    | application/octet-stream",
        "any            | image/png, */*;q=.5                    | image/png",
        "ofClass        | */*                                    | application/xml",
      })
  void whatIsDeclaredAndAcceptedIsChosen(String method, String accept, String chosen) {
    assertThat(choose(Resource.class, method, accept, Map.class)).hasToString(chosen);
  }

  @Test
  void nothingAcceptableIsAFailure() {
    assertThatThrownBy(() -> choose(Resource.class, "json", "image/png", Map.class))
        .isInstanceOf(NotAcceptableException.class);
    assertThatThrownBy(() -> choose(Resource.class, "anyText", "*/*", String.class))
        .isInstanceOf(NotAcceptableException.class);
  }

  @Test
  void withoutDeclarationTextIsPlainAndAnythingElseIsJson() {
    assertThat(chooseUndeclared("*/*", String.class)).hasToString("text/plain");
    assertThat(chooseUndeclared("*/*", Long.class)).hasToString("text/plain");
    assertThat(chooseUndeclared("*/*", Map.class)).hasToString("application/json");
    assertThat(chooseUndeclared("*/*", byte[].class)).hasToString("application/octet-stream");
    assertThat(chooseUndeclared("*/*", InputStream.class)).hasToString("application/octet-stream");
  }

  @Test
  void withoutDeclarationTheClientsTypeIsChosenWhereAWriterTakesIt() {
    assertThat(chooseUndeclared("text/csv, */*;q=0.1", String.class)).hasToString("text/csv");
    assertThat(chooseUndeclared("image/png, */*;q=0.1", Map.class)).hasToString("application/json");
  }

  private static MediaType chooseUndeclared(String accept, Class<?> entity) {
    return choose(Undeclared.class, "undeclared", accept, entity);
  }

  private static MediaType choose(Class<?> type, String method, String accept, Class<?> entity) {
    try {
      ResourceMethod resource = new ResourceMethod(type, type.getDeclaredMethod(method));
      return MediaTypeChoice.choose(
          resource, types(accept), entity, MediaTypeChoiceTest::isJsonOrText);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private static List<MediaType> types(String accept) {
    return Arrays.stream(accept.split(",", -1)).map(String::strip).map(MediaType::valueOf).toList();
  }
}
