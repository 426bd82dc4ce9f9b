-- Databricks notebook source
-- As SHOW CREATE TABLE writes it
CREATE TABLE main.shop.orders (
  id BIGINT GENERATED ALWAYS AS IDENTITY (START WITH 1 INCREMENT BY 1),
  `order` STRING COMMENT 'it\'s, the number',
  total DECIMAL(12,2),
  plain DECIMAL,
  count LONG,
  small SHORT,
  tiny BYTE,
  placed TIMESTAMP DEFAULT current_timestamp(),
  local TIMESTAMP_NTZ,
  day DATE GENERATED ALWAYS AS (CAST(placed AS DATE)),
  paid BOOLEAN NOT NULL,
  ratio FLOAT,
  raw BINARY,
  tags ARRAY<STRING>,
  attributes MAP<STRING, STRING>,
  customer STRUCT<name: STRING NOT NULL COMMENT 'who', address: STRUCT<street: STRING>>,
  span INTERVAL DAY TO SECOND,
  data VARIANT,
  mail STRING MASK main.shop.hide USING COLUMNS (paid),
  CONSTRAINT orders_pk PRIMARY KEY (id))
USING delta
PARTITIONED BY (day)
COMMENT "All orders; it's (nearly) all"
TBLPROPERTIES (
  'delta.minReaderVersion' = '3',
  'delta.feature.allowColumnDefaults' = 'supported')
;

-- COMMAND ----------

-- MAGIC %md It's a `CREATE TABLE never (a INT)`

-- COMMAND ----------

CREATE OR REPLACE TABLE events (at TIMESTAMP, name STRING) CLUSTER BY (name) LOCATION 'abfss://c@a.dfs.core.windows.net/events';
CREATE TABLE IF NOT EXISTS parquet_events (name STRING) USING PARQUET PARTITIONED BY (day DATE, hour INT);
CREATE TABLE copied SHALLOW CLONE main.shop.orders;
CREATE TABLE daily USING DELTA AS SELECT day, sum(total) AS total FROM main.shop.orders GROUP BY day;
CREATE OR REFRESH STREAMING TABLE live_events AS SELECT * FROM STREAM read_files('/x');
CREATE TEMPORARY VIEW v USING csv OPTIONS (path "/x.csv", header "true");
CREATE TABLE from_files USING CSV LOCATION '/files';
ALTER TABLE events ADD COLUMNS (user_id BIGINT COMMENT 'it\'s him' AFTER at, score DOUBLE FIRST);
ALTER TABLE events ALTER COLUMN score TYPE STRING;
ALTER TABLE events RENAME COLUMN name TO title;
ALTER TABLE events DROP COLUMNS (user_id);
ALTER TABLE events SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name');
ALTER TABLE main.shop.orders ADD CONSTRAINT positive CHECK (total > 0);
OPTIMIZE events ZORDER BY (at);
