-- As SHOW CREATE TABLE writes it
CREATE TABLE hive.shop.orders (
   id bigint NOT NULL COMMENT 'it''s, the key',
   total decimal(12, 2),
   whole decimal(18, 0),
   plain decimal,
   placed timestamp(3) with time zone,
   local timestamp(6),
   clock time(3) with time zone,
   paid boolean,
   state varchar(2),
   data json,
   tags array(varchar),
   attributes map(varchar, varchar),
   customer ROW(name varchar, address ROW(street varchar, zip varchar(5))),
   amount real,
   ratio double,
   tiny tinyint,
   raw varbinary,
   ip ipaddress,
   sketch HyperLogLog,
   span interval day to second,
   uid uuid,
   day date
)
COMMENT 'All orders; and (more)'
WITH (
   bucket_count = 8,
   bucketed_by = ARRAY['id'],
   format = 'ORC',
   partitioned_by = ARRAY['day']
);
CREATE TABLE IF NOT EXISTS iceberg.shop.archive (
   LIKE hive.shop.orders INCLUDING PROPERTIES,
   archived timestamp(6) with time zone
)
WITH (format = 'PARQUET', partitioning = ARRAY['month(archived)']);
CREATE OR REPLACE TABLE memory.default."big-orders" ("order" integer WITH (null_fraction = 0.1), "a ""b""" varchar);
CREATE TABLE hive.shop.daily WITH (format = 'ORC') AS SELECT day, sum(total) AS total FROM hive.shop.orders GROUP BY day;
CREATE TABLE named (a, b) AS SELECT 1, 2;
CREATE VIEW hive.shop.v SECURITY INVOKER AS SELECT 1 AS x;
ALTER TABLE hive.shop.orders ADD COLUMN IF NOT EXISTS channel varchar COMMENT 'where';
ALTER TABLE IF EXISTS hive.shop.orders RENAME COLUMN IF EXISTS ratio TO share;
ALTER TABLE iceberg.shop.archive ALTER COLUMN tiny SET DATA TYPE bigint;
ALTER TABLE iceberg.shop.archive SET PROPERTIES format_version = 2;
ALTER TABLE iceberg.shop.archive EXECUTE optimize(file_size_threshold => '128MB');
