-- Transfers: one row per settled transfer, written together with the outcome of its key.
CREATE TABLE transfer (
  id              uuid        NOT NULL PRIMARY KEY,
  owner           text        NOT NULL,
  status          text        NOT NULL,
  payer_name      text        NOT NULL,
  payer_document  text        NOT NULL,
  amount_in_cents bigint      NOT NULL CHECK (amount_in_cents > 0),
  bank_code       text        NOT NULL,
  branch_number   text        NOT NULL,
  account_number  text        NOT NULL,
  charge_id       text        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Lists show one owner's transfers, newest first, of one account or of all.
CREATE INDEX transfer_by_account ON transfer (owner, account_number, created_at DESC, id DESC);
CREATE INDEX transfer_by_owner ON transfer (owner, created_at DESC, id DESC);
