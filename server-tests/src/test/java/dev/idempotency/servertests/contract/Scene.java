// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.contract.app.Want;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;

/** What one case has to itself: a fresh key, a label for its rows, and the way to the server. */
final class Scene {

  static final String ALICE = "alice";
  static final String BOB = "bob";

  /** P1 of the handed cases. */
  static final String PAYMENT =
      "{\"account\":\"acc-17\",\"amount\":125.40,\"currency\":\"EUR\",\"memo\":\"rent\"}";

  private final Wire wire;
  private final String context;
  private final Rows rows;
  private final String key = "k-" + UUID.randomUUID();
  private final String label = "l-" + UUID.randomUUID();

  /**
   * Begins.
   *
   * @param context the path of the application, with a slash at its end
   */
  Scene(Wire wire, String context, Rows rows) {
    this.wire = wire;
    this.context = context;
    this.rows = rows;
  }

  String key() {
    return key;
  }

  String label() {
    return label;
  }

  Rows rows() {
    return rows;
  }

  Wire wire() {
    return wire;
  }

  /** A path below the application's, as a target. */
  String target(String path) {
    return context + "api/" + path;
  }

  /** P1 as alice, with the scene's key, asking for 201. */
  Exchange post(String path) {
    return Exchange.of(wire, "POST", target(path))
        .as(ALICE)
        .key(key)
        .with("Label", label)
        .want(Want.CREATED_201)
        .json(PAYMENT);
  }

  String control(String method, String path) throws IOException {
    Reply reply = Exchange.of(wire, method, target("control/" + path)).send();
    assertThat(reply.status()).as("%s %s: %s", method, path, reply).isBetween(200, 204);
    return reply.text();
  }

  /** How many business rows of the scene are committed, and how often its method ran. */
  void ran(int expectedRuns, int expectedRows) throws IOException, SQLException {
    assertThat(control("GET", "runs/" + label)).as("runs").isEqualTo(String.valueOf(expectedRuns));
    assertThat(rows.work(label)).as("business rows").isEqualTo(expectedRows);
  }

  void ranOnce() throws IOException, SQLException {
    ran(1, 1);
  }

  void ranNever() throws IOException, SQLException {
    ran(0, 0);
  }

  /** State and kind of alice's record of an operation and the scene's key; null for no record. */
  String record(String operation) throws SQLException {
    return record(operation, ALICE, key);
  }

  String record(String operation, String scope, String ofKey) throws SQLException {
    return rows.record(
        operation,
        scope,
        ofKey,
        "status || coalesce(' ' || outcome_kind, '') || CASE WHEN retryable THEN ' retryable'"
            + " ELSE '' END");
  }

  /** The same, where the answer may come a moment before the record. */
  void recordedSoon(String operation, String expected) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> recorded(operation, expected));
  }

  void recorded(String operation, String expected) throws SQLException {
    assertThat(record(operation)).as("record of %s", operation).isEqualTo(expected);
  }

  /** No record of the scene's key or of any other began since a count. */
  void noneRecordedSince(int before) throws SQLException {
    assertThat(rows.allRecords()).as("records").isEqualTo(before);
  }
}
