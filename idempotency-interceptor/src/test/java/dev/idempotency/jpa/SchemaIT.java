// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Header;
import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.Retention;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shipped script makes, and what it shows to a person. */
class SchemaIT {

  private static final String JSON = "{\"name\":\"Ærø €\",\"amount\":125.40}";

  private static PostgresFixture postgres;

  @BeforeAll
  static void open() {
    postgres = PostgresFixture.of("hibernate");
  }

  @AfterAll
  static void close() throws SQLException {
    postgres.close();
  }

  private static List<@Nullable String> query(String sql, Object... parameters)
      throws SQLException {
    try (Connection connection = TestDatabase.get().application("").getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      List<@Nullable String> column = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          column.add(rows.getString(1));
        }
      }
      return column;
    }
  }

  private static Fence claim() {
    RecordIdentity identity =
        RecordIdentity.of("schema.test", "alice", UUID.randomUUID().toString());
    Claimant claimant =
        new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", Duration.ofMinutes(5));
    Fingerprint fingerprint = Fingerprint.of(1, new byte[32]);
    postgres.transactions().inNew(() -> postgres.store().insert(identity, fingerprint, claimant));
    return new Fence(identity.id(), 1, claimant.token());
  }

  private static UUID finished(Outcome outcome) {
    Fence fence = claim();
    postgres
        .transactions()
        .inNew(() -> postgres.store().storeOutcome(fence, outcome, Retention.FOREVER));
    return fence.id().value();
  }

  private static UUID response(@Nullable String mediaType, byte @Nullable [] body) {
    return finished(Outcome.response(200, List.of(), mediaType, body));
  }

  /** The readable view never fails, whatever a body holds. */
  @Nested
  class TheView {

    private List<@Nullable String> shown(String column, UUID id) throws SQLException {
      return query("SELECT " + column + " FROM idempotency_record_readable WHERE id = ?", id);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/json",
          "application/problem+json",
          "Application/JSON;charset=utf-8",
          "application/vnd.example.v2+json ; q=1",
          "text/json"
        })
    void showsJsonAsJson(String mediaType) throws SQLException {
      UUID id = response(mediaType, JSON.getBytes(StandardCharsets.UTF_8));
      assertThat(shown("body_json", id)).containsExactly(JSON);
      assertThat(shown("body_json::jsonb ->> 'name'", id)).containsExactly("Ærø €");
    }

    @Test
    void showsAReturnValueAsJson() throws SQLException {
      UUID id = finished(Outcome.value(JSON.getBytes(StandardCharsets.UTF_8)));
      assertThat(shown("body_json", id)).containsExactly(JSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/json5", "image/png", "application/jsonp"})
    void showsOtherBodiesBySize(String mediaType) throws SQLException {
      UUID id = response(mediaType, new byte[] {1, 2, 3});
      assertThat(shown("body_json", id)).containsOnlyNulls().hasSize(1);
      assertThat(shown("body_bytes", id)).containsExactly("3");
    }

    @Test
    void doesNotFailWhereJsonIsNoText() throws SQLException {
      for (byte[] body :
          new byte[][] {{'"', 0, '"'}, {(byte) 0xff, (byte) 0xfe}, {'"', (byte) 0xc3}}) {
        UUID id = response("application/json", body);
        assertThat(shown("body_json", id)).containsOnlyNulls().hasSize(1);
      }
    }

    @Test
    void doesNotFailWhereThereIsNoBody() throws SQLException {
      for (UUID id :
          List.of(
              claim().id().value(),
              response(null, null),
              response("application/json", new byte[0]),
              finished(Outcome.bodyless(201, List.of(new Header("Location", "/1")))))) {
        assertThat(shown("status", id)).hasSize(1).doesNotContainNull();
        assertThat(shown("coalesce(body_json, '')", id)).containsExactly("");
      }
    }

    @Test
    void showsTheRenewedLease() throws SQLException {
      Fence fence = claim();
      postgres
          .transactions()
          .inNew(
              () ->
                  postgres
                      .leases()
                      .renew(List.of(new LeaseStore.Renewal(fence, Duration.ofHours(1)))));
      assertThat(shown("lease_left > '50 minutes'", fence.id().value())).containsExactly("t");
      assertThat(shown("lease_until > claimed + interval '50 minutes'", fence.id().value()))
          .containsExactly("t");
    }

    @Test
    void showsWhatIsLeftOfTheLease() throws SQLException {
      assertThat(shown("lease_left BETWEEN '1 minute' AND '5 minutes'", claim().id().value()))
          .containsExactly("t");
    }
  }

  @Nested
  class TheTable {

    @Test
    void livesInTheFirstSchemaOfTheSearchPathAndBelongsToTheApplication() throws SQLException {
      assertThat(
              query(
                  "SELECT schemaname || ' ' || tableowner FROM pg_tables"
                      + " WHERE tablename = 'idempotency_record'"))
          .containsExactly("shop payments");
      assertThat(query("SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"))
          .containsExactly("false");
    }

    /** An index over a column that the finalizing update changes would end heap-only updates. */
    @Test
    void hasNoIndexOverAnythingThatChanges() throws SQLException {
      assertThat(
              query(
                  "SELECT DISTINCT a.attname FROM pg_index i"
                      + " JOIN pg_attribute a ON a.attrelid = i.indrelid"
                      + " AND a.attnum = ANY (i.indkey::smallint[])"
                      + " WHERE i.indrelid = 'idempotency_record'::regclass ORDER BY 1"))
          .containsExactly("first_seen", "id", "operation");
      assertThat(
              query(
                  "SELECT indexrelid::text FROM pg_index"
                      + " WHERE indrelid = 'idempotency_record'::regclass"
                      + " AND (indpred IS NOT NULL OR indexprs IS NOT NULL)"))
          .isEmpty();
    }

    /** Rows of leases are updated at every tick; they are never found but by their claim. */
    @Test
    void hasLeasesBesideItThatAreNeverNullAndHaveNoFurtherIndex() throws SQLException {
      assertThat(
              query(
                  "SELECT attname || ' ' || attnotnull FROM pg_attribute WHERE attnum > 0"
                      + " AND attrelid = 'idempotency_lease'::regclass ORDER BY attnum"))
          .containsExactly("record_id true", "claim_token true", "lease_until true");
      assertThat(
              query(
                  "SELECT indexrelid::regclass::text FROM pg_index"
                      + " WHERE indrelid = 'idempotency_lease'::regclass"))
          .containsExactly("idempotency_lease_pkey");
    }

    /** States and kinds belong to the enums. */
    @Test
    void spellsNoState() throws SQLException {
      assertThat(
              query(
                  "SELECT pg_get_constraintdef(oid) FROM pg_constraint"
                      + " WHERE conrelid = 'idempotency_record'::regclass AND contype = 'c'"))
          .isNotEmpty()
          .noneMatch(definition -> definition.contains("'"));
    }

    @Test
    void keepsBodiesInTheRowAndNotAsLargeObjects() throws SQLException {
      response("application/octet-stream", new byte[100_000]);
      assertThat(query("SELECT count(*)::text FROM pg_largeobject_metadata")).containsExactly("0");
    }
  }
}
