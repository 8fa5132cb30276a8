CREATE TABLE work_row (
  id text PRIMARY KEY,
  label text NOT NULL,
  bucket text CONSTRAINT one_row_per_bucket UNIQUE DEFERRABLE INITIALLY DEFERRED
);
