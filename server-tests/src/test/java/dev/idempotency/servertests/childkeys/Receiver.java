// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The other service: remembers what it got, by the label in the path. */
@Path("receiver/{label}/{what}")
public class Receiver {

  /** One request: its method, the end of its path, and the lines of its key's header. */
  public record Received(String method, String what, List<String> keys, String body) {

    public Received {
      keys = List.copyOf(keys);
    }

    /** The one key that it carries. */
    public String key() {
      if (keys.size() != 1) {
        throw new AssertionError(method + " " + what + " carries " + keys);
      }
      return keys.get(0);
    }
  }

  private static final Map<String, List<Received>> RECEIVED = new ConcurrentHashMap<>();

  /** What came for a label, in order. */
  public static List<Received> received(String label) {
    return List.copyOf(RECEIVED.getOrDefault(label, List.of()));
  }

  /** The keys of what came for a label and an end of the path, in order. */
  public static List<String> keys(String label, String what) {
    return received(label).stream()
        .filter(received -> received.what().equals(what))
        .map(Received::key)
        .toList();
  }

  @POST
  public String post(
      @PathParam("label") String label,
      @PathParam("what") String what,
      @Context HttpHeaders headers,
      String body) {
    return note(HttpMethod.POST, label, what, headers, body);
  }

  @PUT
  public String put(
      @PathParam("label") String label,
      @PathParam("what") String what,
      @Context HttpHeaders headers,
      String body) {
    return note(HttpMethod.PUT, label, what, headers, body);
  }

  @PATCH
  public String patch(
      @PathParam("label") String label,
      @PathParam("what") String what,
      @Context HttpHeaders headers,
      String body) {
    return note(HttpMethod.PATCH, label, what, headers, body);
  }

  @DELETE
  public String delete(
      @PathParam("label") String label,
      @PathParam("what") String what,
      @Context HttpHeaders headers) {
    return note(HttpMethod.DELETE, label, what, headers, "");
  }

  @GET
  public String get(
      @PathParam("label") String label,
      @PathParam("what") String what,
      @Context HttpHeaders headers) {
    return note(HttpMethod.GET, label, what, headers, "");
  }

  private static String note(
      String method, String label, String what, HttpHeaders headers, String body) {
    List<String> keys = headers.getRequestHeader("Idempotency-Key");
    RECEIVED
        .computeIfAbsent(label, k -> new CopyOnWriteArrayList<>())
        .add(new Received(method, what, keys == null ? List.of() : keys, body));
    return "noted";
  }
}
