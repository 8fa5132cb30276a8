// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

/** Theme 5: path, query and media type, and the headers that don't count. */
final class RequestLineCases {

  private static final String JSON = "application/json";

  private RequestLineCases() {}

  static void addTo(Table table) {
    requestLines(table);
    mediaTypes(table);
  }

  private static void targets(
      Table table, String what, String one, String other, boolean areTheSame) {
    table.add(
        "%s: %s and %s are %s".formatted(what, one, other, areTheSame ? "the same" : "different"),
        scene -> {
          Exchange request = scene.post("cdi");
          String base = scene.target("cdi");
          Reply first = request.to("PUT", base + one).send().is(201).first();
          Reply second = request.to("PUT", base + other).send();
          if (areTheSame) {
            second.replays(first);
          } else {
            second.problem(422, "key-mismatch");
          }
          scene.ranOnce();
        });
  }

  private static void requestLines(Table table) {
    table.proves("4.7", "what is compared");
    targets(table, "query order", "/1?a=1&b=2", "/1?b=2&a=1", true);
    targets(table, "spaces", "/1?a=x%20y", "/1?a=x+y", true);
    targets(table, "an empty piece", "/1?a=1&&b=2", "/1?a=1&b=2", true);
    targets(table, "no value", "/1?a", "/1?a=", true);
    targets(table, "an empty query", "/1?", "/1", true);
    targets(table, "escapes of a query", "/1?a=%7e", "/1?a=~", true);
    targets(table, "case of an escape", "/%c3%a9", "/%C3%A9", true);
    targets(table, "an unreserved escape", "/%7ex", "/~x", true);
    targets(table, "a repeated parameter", "/1?a=1&a=1", "/1?a=1", false);
    targets(table, "another value", "/1?a=1", "/1?a=2", false);
    targets(table, "another parameter", "/1", "/1?a=1", false);
    targets(table, "case of a query", "/1?a=x", "/1?a=X", false);
    targets(table, "case of a path", "/ab", "/aB", false);
    table.proves("4.7", "a broken percent escape in the query (`?a=%zz`)");
    table.addWhereServersDiffer(
        "a broken escape in the query is refused, or taken for a percent sign",
        scene -> {
          Exchange request = scene.post("cdi").to("POST", scene.target("cdi") + "?a=%zz");
          Reply reply = request.send().first();
          if (reply.status() == 400) {
            scene.ranNever();
          } else {
            request.send().replays(reply.is(201));
            scene.ranOnce();
          }
        });
  }

  private static void mediaTypes(Table table) {
    table.proves("5.10", "what is compared");
    mediaType(table, JSON, "application/json; charset=UTF-8", true);
    mediaType(table, JSON, "APPLICATION/Json", true);
    mediaType(table, JSON, "application/json;v=2", true);
    mediaType(table, JSON, "text/plain", false);
    mediaType(table, JSON, "application/merge-patch+json", false);
    mediaType(table, "text/plain", "text/html", false);
    table.add(
        "a retry without a media type is another request",
        scene -> {
          scene.post("cdi").send().is(201);
          scene.post("cdi").without("Content-Type").send().problem(422, "key-mismatch");
          scene.ranOnce();
        });
    table.add(
        "other headers don't count",
        scene -> {
          Reply first = scene.post("cdi").send().is(201).first();
          Exchange other = scene.post("cdi").and("Accept-Language", "de").and("Cookie", "a=b");
          other.and("User-Agent", "another").and("X-Trace", "t").send().replays(first);
          scene.ranOnce();
        });
  }

  private static void mediaType(Table table, String one, String other, boolean areTheSame) {
    table.add(
        "%s and %s are %s".formatted(one, other, areTheSame ? "the same" : "different"),
        scene -> {
          Reply first = scene.post("cdi").type(one).send().is(201).first();
          Reply second = scene.post("cdi").type(other).send();
          if (areTheSame) {
            second.replays(first);
          } else {
            second.problem(422, "key-mismatch");
          }
          scene.ranOnce();
        });
  }
}
