-- The record of guarded calls: one row per operation, scope and key.
-- Created in the first schema of the search path, by a role that needs no other right than
-- CREATE there. Written and read by dev.idempotency.jpa; described in docs/reference/schema.md.

-- Columns of fixed width first: no byte of a row is padding. States and kinds are enum names that
-- only the library spells.
CREATE TABLE idempotency_record (
  id                  uuid        NOT NULL PRIMARY KEY,
  claim_token         uuid        NOT NULL,
  life                uuid        NOT NULL,
  attempt             bigint      NOT NULL CHECK (attempt > 0),
  first_seen          timestamptz NOT NULL,
  started             timestamptz NOT NULL,
  claimed             timestamptz NOT NULL,
  lease_until         timestamptz NOT NULL,
  finished            timestamptz,
  expires             timestamptz,
  fingerprint_version integer     NOT NULL,
  response_status     integer     CHECK (response_status > 0),
  retryable           boolean     NOT NULL,
  fingerprint         bytea       NOT NULL,
  operation           text        NOT NULL,
  scope               text        NOT NULL,
  status              text        NOT NULL,
  owner_node          text        NOT NULL,
  recovery_point      text,
  outcome_kind        text,
  response_headers    text,
  media_type          text,
  failure_type        text,
  failure_message     text,
  body                bytea,
  -- An unfinished record never expires, and is never given back.
  CONSTRAINT idempotency_record_unfinished
    CHECK (finished IS NOT NULL OR (expires IS NULL AND NOT retryable AND outcome_kind IS NULL))
) WITH (
  -- A row grows once, from a claim of about 220 bytes to its outcome. The space for that is kept
  -- free on its page, so that the update is heap-only and touches no index.
  fillfactor = 30,
  -- A body that does not fit inline goes out of line as a whole: the row stays small.
  toast_tuple_target = 256,
  -- By rows, not by a share of a table that may be kept for ever.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.02
);

-- Lists and the purge walk this way. Both columns never change, and nothing else is indexed: an
-- index over a column that the finalizing update changes would end heap-only updates.
CREATE INDEX idempotency_record_first_seen ON idempotency_record (operation, first_seen);

COMMENT ON TABLE idempotency_record IS
  'Guarded calls: claims and outcomes. Read idempotency_record_readable; change nothing by hand.';
COMMENT ON COLUMN idempotency_record.id IS
  'First 16 bytes of SHA-256 over length-prefixed operation, scope and key; the key is not stored.';
COMMENT ON COLUMN idempotency_record.attempt IS
  'Fencing number: grows with every claim of the record.';
COMMENT ON COLUMN idempotency_record.claim_token IS 'Token of the last claim.';
COMMENT ON COLUMN idempotency_record.life IS
  'Seed of the current life; an expired record that is claimed starts another.';
COMMENT ON COLUMN idempotency_record.first_seen IS 'When the row was inserted; never changes.';
COMMENT ON COLUMN idempotency_record.started IS 'When the current life began.';
COMMENT ON COLUMN idempotency_record.claimed IS 'When the current attempt was claimed.';
COMMENT ON COLUMN idempotency_record.lease_until IS
  'Until when the claim is respected without a sign of life.';
COMMENT ON COLUMN idempotency_record.finished IS 'When outcome or failure was stored.';
COMMENT ON COLUMN idempotency_record.expires IS 'When the record may be replaced; null: never, or unfinished.';
COMMENT ON COLUMN idempotency_record.response_headers IS 'JSON array of [name, value], in order.';

-- Text of a body for people: null where the bytes are no text in UTF-8.
CREATE FUNCTION idempotency_text(content bytea) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog
AS $$
BEGIN
  RETURN convert_from(content, 'UTF8');
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
  RETURN NULL;
END
$$;

-- The record for a person with psql: times first, bodies of JSON as text, other bodies by size.
CREATE VIEW idempotency_record_readable AS
SELECT id,
       operation,
       scope,
       status,
       retryable,
       attempt,
       owner_node,
       recovery_point,
       first_seen,
       started,
       claimed,
       lease_until,
       lease_until - clock_timestamp() AS lease_left,
       finished,
       expires,
       outcome_kind,
       response_status,
       response_headers,
       media_type,
       octet_length(body) AS body_bytes,
       -- A stored return value is JSON without a media type.
       CASE WHEN media_type IS NULL OR media_type ~* '^[^;]+[/+]json\s*(;|$)'
            THEN idempotency_text(body) END AS body_json,
       failure_type,
       failure_message,
       fingerprint_version,
       encode(fingerprint, 'hex') AS fingerprint,
       claim_token,
       life
  FROM idempotency_record;

COMMENT ON VIEW idempotency_record_readable IS
  'Records for people: JSON bodies as text, other bodies by their size.';
