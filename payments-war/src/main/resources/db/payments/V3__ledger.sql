-- A payment booked as a double entry, written together with the outcome of its key.
CREATE TABLE ledger_entry (
  id              uuid        NOT NULL PRIMARY KEY,
  owner           text        NOT NULL,
  payer_name      text        NOT NULL,
  payer_document  text        NOT NULL,
  amount_in_cents bigint      NOT NULL CHECK (amount_in_cents > 0),
  bank_code       text        NOT NULL,
  branch_number   text        NOT NULL,
  account_number  text        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Debit below zero, credit above: the two sides of an entry add up to nothing.
CREATE TABLE ledger_posting (
  id              uuid   NOT NULL PRIMARY KEY,
  entry           uuid   NOT NULL REFERENCES ledger_entry (id) DEFERRABLE INITIALLY DEFERRED,
  side            text   NOT NULL,
  account         text   NOT NULL,
  amount_in_cents bigint NOT NULL CHECK (amount_in_cents <> 0),
  UNIQUE (entry, side)
);

CREATE INDEX ledger_posting_by_account ON ledger_posting (account);
