-- Renewed leases of calls that run for long: one row per claim that was renewed, gone soon after
-- its call has ended. Beside the record and not in it, so that a renewal never changes the row that
-- the owner's transaction is about to change. Needs no other right than CREATE in the schema.
-- Written and read by dev.idempotency.jpa; described in docs/reference/schema.md.

-- No reference to idempotency_record: its check would burden every change of a record, and a row
-- without a record counts for nobody.
CREATE TABLE idempotency_lease (
  record_id   uuid        NOT NULL,
  claim_token uuid        NOT NULL,
  lease_until timestamptz NOT NULL,
  CONSTRAINT idempotency_lease_pkey PRIMARY KEY (record_id, claim_token)
) WITH (
  -- A row is updated in place as long as its call runs: room for that is kept on its page, so that
  -- the update is heap-only. Nothing else is indexed.
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000
);

COMMENT ON TABLE idempotency_lease IS
  'Leases renewed by running calls. The later of this and the record''s own is the lease.';
COMMENT ON COLUMN idempotency_lease.record_id IS 'The record, by its id.';
COMMENT ON COLUMN idempotency_lease.claim_token IS
  'The claim that was renewed; counts only while it is the record''s last one.';
COMMENT ON COLUMN idempotency_lease.lease_until IS
  'Until when the claim is respected without a further sign of life.';

-- The same columns as before; the lease is the one that counts.
CREATE OR REPLACE VIEW idempotency_record_readable AS
SELECT record.id,
       record.operation,
       record.scope,
       record.status,
       record.retryable,
       record.attempt,
       record.owner_node,
       record.recovery_point,
       record.first_seen,
       record.started,
       record.claimed,
       greatest(record.lease_until, lease.lease_until) AS lease_until,
       greatest(record.lease_until, lease.lease_until) - clock_timestamp() AS lease_left,
       record.finished,
       record.expires,
       record.outcome_kind,
       record.response_status,
       record.response_headers,
       record.media_type,
       octet_length(record.body) AS body_bytes,
       -- A stored return value is JSON without a media type.
       CASE WHEN record.media_type IS NULL OR record.media_type ~* '^[^;]+[/+]json\s*(;|$)'
            THEN idempotency_text(record.body) END AS body_json,
       record.failure_type,
       record.failure_message,
       record.fingerprint_version,
       encode(record.fingerprint, 'hex') AS fingerprint,
       record.claim_token,
       record.life
  FROM idempotency_record AS record
  LEFT JOIN idempotency_lease AS lease
    ON lease.record_id = record.id AND lease.claim_token = record.claim_token;
