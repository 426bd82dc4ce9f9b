-- From INFORMATION_SCHEMA.TABLES.ddl
CREATE TABLE `my-project.shop.orders`
(
  id INT64 NOT NULL OPTIONS(description="It's the key; really"),
  customer STRUCT<name STRING, addresses ARRAY<STRUCT<street STRING, zip STRING>>> OPTIONS(description="who"),
  tags ARRAY<STRING>,
  total NUMERIC(12, 2) DEFAULT 0,
  whole NUMERIC(10),
  exact NUMERIC,
  big BIGNUMERIC,
  ratio FLOAT64,
  paid BOOL,
  placed TIMESTAMP DEFAULT CURRENT_TIMESTAMP(),
  local DATETIME,
  day DATE,
  clock TIME,
  raw BYTES,
  place GEOGRAPHY,
  doc JSON,
  span INTERVAL,
  days RANGE<DATE>,
  note STRING(100),
  PRIMARY KEY (id) NOT ENFORCED
)
PARTITION BY DATE(placed)
CLUSTER BY id, paid
OPTIONS(
  expiration_timestamp=TIMESTAMP "2030-01-01T00:00:00.000Z",
  description="""All orders; "quoted" """,
  labels=[("team", "a;b")]
);
# It's another comment
CREATE OR REPLACE EXTERNAL TABLE shop.imported (line STRING)
OPTIONS (format = 'CSV', uris = ['gs://bucket/*.csv']);
CREATE TABLE IF NOT EXISTS shop.daily PARTITION BY day AS SELECT CURRENT_DATE() AS day;
CREATE VIEW `my-project.shop.big_orders` AS SELECT * FROM `my-project.shop.orders` WHERE total > 100;
CREATE MATERIALIZED VIEW shop.sums AS SELECT SUM(total) AS s FROM shop.orders;
ALTER TABLE shop.imported ADD COLUMN IF NOT EXISTS number INT64, ADD COLUMN at TIMESTAMP;
