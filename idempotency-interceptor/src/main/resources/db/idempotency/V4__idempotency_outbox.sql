-- The outbox: messages that commit with a business transaction and are delivered after it.
-- Needs no other right than CREATE in the schema.
-- Written and read by dev.idempotency.jpa; described in docs/reference/schema.md.

-- States are enum names that only the library spells.
CREATE TABLE idempotency_outbox (
  id            uuid        NOT NULL,
  -- The order of sending; of messages whose transactions did not overlap, the order of their groups.
  position      bigint      GENERATED ALWAYS AS IDENTITY,
  created       timestamptz NOT NULL,
  due           timestamptz,
  lease_until   timestamptz NOT NULL,
  finished      timestamptz,
  claim_token   uuid        NOT NULL,
  attempts      integer     NOT NULL CHECK (attempts >= 0),
  state         text        NOT NULL,
  destination   text        NOT NULL CHECK (length(destination) BETWEEN 1 AND 100),
  message_group text,
  media_type    text        NOT NULL,
  headers       text,
  last_failure  text,
  payload       bytea       NOT NULL,
  CONSTRAINT idempotency_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT idempotency_outbox_end CHECK ((due IS NULL) = (finished IS NOT NULL))
) WITH (
  -- A claim changes no indexed column: with room on the page for a second version of every row, it
  -- is a heap-only update.
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_vacuum_cost_delay = 0
);

-- What is to be delivered, by its time: nothing that has ended, so that a claim reads what it takes.
CREATE INDEX idempotency_outbox_due ON idempotency_outbox (destination, due)
 WHERE due IS NOT NULL;

-- The first message of a group that has not ended.
CREATE INDEX idempotency_outbox_group ON idempotency_outbox (destination, message_group, position)
 WHERE due IS NOT NULL AND message_group IS NOT NULL;

-- What has ended, for lists and for the purge.
CREATE INDEX idempotency_outbox_finished ON idempotency_outbox (state, finished)
 WHERE finished IS NOT NULL;

COMMENT ON TABLE idempotency_outbox IS
  'Messages to be delivered, and for a while those that were. Read idempotency_outbox_readable; change nothing by hand.';
COMMENT ON COLUMN idempotency_outbox.due IS
  'From when on it may be claimed; null once it has ended.';
COMMENT ON COLUMN idempotency_outbox.lease_until IS
  'Until when the last claim is respected.';
COMMENT ON COLUMN idempotency_outbox.attempts IS
  'How often it has been claimed for a delivery.';
COMMENT ON COLUMN idempotency_outbox.last_failure IS
  'Why the last delivery failed; never part of the payload.';

-- The outbox for a person with psql.
CREATE VIEW idempotency_outbox_readable AS
SELECT id,
       destination,
       message_group,
       state,
       attempts,
       created,
       due,
       lease_until,
       finished,
       last_failure,
       media_type,
       headers,
       octet_length(payload) AS payload_bytes,
       idempotency_text(payload) AS payload_text
  FROM idempotency_outbox;

COMMENT ON VIEW idempotency_outbox_readable IS 'The outbox for people: payloads as text.';
