-- What operators did to records: one row per action, written in the action's own transaction.
-- Described in docs/reference/schema.md. The library never deletes from it.

-- Actions and outcome kinds are enum names that only the library spells.
CREATE TABLE idempotency_audit (
  id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  acted     timestamptz NOT NULL,
  -- No reference: what was done outlives the record.
  record    uuid        NOT NULL,
  attempt   bigint      NOT NULL,
  forced    boolean     NOT NULL,
  operation text        NOT NULL,
  scope     text        NOT NULL,
  status    text        NOT NULL,
  outcome_kind text,
  who       text        NOT NULL,
  action    text        NOT NULL,
  step      text,
  reason    text        NOT NULL
);

CREATE INDEX idempotency_audit_record ON idempotency_audit (record, id);

COMMENT ON TABLE idempotency_audit IS
  'What operators did to records, when and why. The library never deletes from it.';
COMMENT ON COLUMN idempotency_audit.attempt IS 'The attempt that the action ended.';
COMMENT ON COLUMN idempotency_audit.status IS 'The state of the record before the action.';
COMMENT ON COLUMN idempotency_audit.outcome_kind IS 'What the record held before the action.';
COMMENT ON COLUMN idempotency_audit.who IS
  'Name of the authenticated caller; empty where nobody was.';
