// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An answer as it came over the wire, and what is expected of one. */
final class Reply {

  private static final String REPLAYED = "Idempotent-Replayed";
  private static final String EXPIRES = "Idempotency-Key-Expires";
  private static final String PROBLEM = "urn:idempotency:problem:";
  private static final Pattern TYPE = Pattern.compile("\"type\":\"([^\"]*)\"");

  /** They belong to the connection or to the moment, and are documented to differ. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of("date", "idempotent-replayed", "idempotency-key-expires", "connection", "keep-alive");

  record Line(String name, String value) {}

  private final int status;
  private final List<Line> headers;
  private final byte[] body;

  Reply(int status, List<Line> headers, byte[] body) {
    this.status = status;
    this.headers = List.copyOf(headers);
    this.body = body;
  }

  int status() {
    return status;
  }

  byte[] body() {
    return body;
  }

  List<String> lines(String name) {
    return headers.stream()
        .filter(line -> line.name().equalsIgnoreCase(name))
        .map(Line::value)
        .toList();
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  Reply is(int expected) {
    assertThat(status).as("status of %s", this).isEqualTo(expected);
    return this;
  }

  Reply holds(String part) {
    assertThat(text()).contains(part);
    return this;
  }

  Reply holdsNot(String part) {
    assertThat(text() + headers).doesNotContain(part);
    return this;
  }

  Reply has(String header, String... values) {
    assertThat(lines(header)).as("%s of %s", header, this).containsExactly(values);
    return this;
  }

  /** One of the documented problems, complete, and never marked as a replay. */
  Reply problem(int expected, String name) {
    is(expected);
    has("Content-Type", "application/problem+json");
    Matcher type = TYPE.matcher(text());
    assertThat(type.find()).as("a problem type in %s", text()).isTrue();
    assertThat(type.group(1)).isEqualTo(PROBLEM + name);
    holds("\"title\":\"").holds("\"status\":" + expected).holds("\"detail\":\"");
    return first();
  }

  /** What two servers must have in common: status, kind of problem, and the library's headers. */
  String gist() {
    Matcher type = TYPE.matcher(text());
    String problem = type.find() ? " " + type.group(1) : "";
    String expires = lines(EXPIRES).isEmpty() ? "" : " expires";
    return status
        + problem
        + " replayed "
        + lines(REPLAYED)
        + " after "
        + lines("Retry-After")
        + expires;
  }

  /** Not marked as a replay. */
  Reply first() {
    assertThat(lines(REPLAYED)).as("replay mark of %s", this).isEmpty();
    return this;
  }

  /** Marked as a replay, once. */
  Reply replay() {
    return has(REPLAYED, "true");
  }

  /** A replay that equals the first answer byte for byte and header by header. */
  Reply replays(Reply first, String... headersOfTheFirstOnly) {
    replay().is(first.status);
    assertThat(body).as("body of %s", this).isEqualTo(first.body);
    SortedMap<String, List<String>> expected = first.comparable();
    for (String name : headersOfTheFirstOnly) {
      assertThat(expected.remove(name.toLowerCase(Locale.ROOT))).as(name).isNotNull();
    }
    assertThat(comparable()).as("headers of %s", this).isEqualTo(expected);
    assertThat(secondsLeft()).as("expiry of %s", this).isBetween(0L, first.secondsLeft());
    return this;
  }

  /** How long the key is kept; for ever counts as the longest time. */
  private long secondsLeft() {
    List<String> lines = lines(EXPIRES);
    assertThat(lines).as("%s of %s", EXPIRES, this).hasSize(1);
    return lines.get(0).equals("never") ? Long.MAX_VALUE : Long.parseLong(lines.get(0));
  }

  private SortedMap<String, List<String>> comparable() {
    TreeSet<String> names = new TreeSet<>();
    headers.forEach(line -> names.add(line.name().toLowerCase(Locale.ROOT)));
    names.removeAll(OF_THE_MOMENT);
    SortedMap<String, List<String>> lines = new TreeMap<>();
    names.forEach(name -> lines.put(name, lines(name)));
    return lines;
  }

  @Override
  public String toString() {
    String start = text().substring(0, Math.min(text().length(), 300));
    return status + " " + headers + " " + start;
  }
}
