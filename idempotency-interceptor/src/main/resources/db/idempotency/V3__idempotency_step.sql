-- The steps of records under the protocol of phases: one row per step, written in the step's own
-- transaction under the fence of its record. Described in docs/reference/schema.md.

-- States and kinds are enum names that only the library spells.
CREATE TABLE idempotency_step (
  record   uuid        NOT NULL REFERENCES idempotency_record ON DELETE CASCADE,
  life     uuid        NOT NULL,
  begun    timestamptz NOT NULL,
  finished timestamptz,
  position integer     NOT NULL CHECK (position >= 0),
  name     text        NOT NULL,
  kind     text        NOT NULL,
  state    text        NOT NULL,
  result   bytea,
  PRIMARY KEY (record, position),
  CONSTRAINT idempotency_step_result CHECK ((finished IS NULL) = (result IS NULL))
);

COMMENT ON TABLE idempotency_step IS
  'Steps of guarded calls with their stored results. Read idempotency_step_readable; change nothing by hand.';
COMMENT ON COLUMN idempotency_step.life IS 'The life of the record that the step belongs to.';
COMMENT ON COLUMN idempotency_step.begun IS
  'When an external step began first; an other side that remembers keys does so from then.';
COMMENT ON COLUMN idempotency_step.result IS 'JSON.';

-- What an owner that had lost its lease came back with: never applied, for a person to read.
CREATE TABLE idempotency_step_evidence (
  id      bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record  uuid        NOT NULL REFERENCES idempotency_record ON DELETE CASCADE,
  attempt bigint      NOT NULL,
  kept    timestamptz NOT NULL,
  name    text        NOT NULL,
  result  bytea       NOT NULL
);

CREATE INDEX idempotency_step_evidence_record ON idempotency_step_evidence (record);

COMMENT ON TABLE idempotency_step_evidence IS
  'Late results of steps whose owner had lost its lease; evidence for whoever resolves the record.';

-- The steps for a person with psql.
CREATE VIEW idempotency_step_readable AS
SELECT step.record,
       record.operation,
       step.position,
       step.name,
       step.kind,
       step.state,
       step.begun,
       step.finished,
       idempotency_text(step.result) AS result_json
  FROM idempotency_step AS step
  JOIN idempotency_record AS record ON record.id = step.record;

COMMENT ON VIEW idempotency_step_readable IS 'Steps for people: results as text.';
