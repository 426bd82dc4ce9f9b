-- Written by hand.
SET memory_limit = '1GB';
CREATE OR REPLACE TABLE raw (line VARCHAR, number INT4, ratio FLOAT8, moment TIMESTAMPTZ);
CREATE TABLE IF NOT EXISTS raw (other VARCHAR);
CREATE OR REPLACE TABLE raw (line STRING, number BIGINT, moment DATETIME);
CREATE TABLE staged (id UINTEGER, moment TIMESTAMP_S, payload BYTEA, amount NUMERIC(9, 2), parts STRUCT(a INT, b STRUCT(c TEXT, d INT[])), hash UHUGEINT, note TEXT DEFAULT $$it's; fine$$);
ALTER TABLE staged ADD COLUMN extra DOUBLE;
ALTER TABLE staged ALTER id TYPE BIGINT;
ALTER TABLE staged ALTER COLUMN amount SET DATA TYPE DOUBLE;
ALTER TABLE staged RENAME note TO remark;
ALTER TABLE staged DROP hash;
CREATE TEMP TABLE scratch (n INTEGER);
DROP TABLE scratch;
INSERT INTO staged SELECT 1, now(), 'x''; CREATE TABLE y (a int);', 1.5, NULL, 'r', 2.0;
COPY staged TO 'staged.parquet' (FORMAT parquet);
CREATE TABLE copies AS FROM staged;
