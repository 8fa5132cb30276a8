-- A transfer is recorded before its payer is charged, and settled afterwards: until then, and where
-- the gateway declined, there is no charge.
ALTER TABLE transfer ALTER COLUMN charge_id DROP NOT NULL;

ALTER TABLE transfer ADD CONSTRAINT transfer_settled_is_charged
  CHECK (status <> 'SETTLED' OR charge_id IS NOT NULL);
