CREATE TABLE orders (
  id BIGINT,
  name STRING,
  placed TIMESTAMP(3),
  received TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
  total AS price * units,
  price DECIMAL(10, 2),
  units INT,
  watermark BIGINT,
  WATERMARK FOR placed AS placed - INTERVAL '5' SECOND,
  PRIMARY KEY (id) NOT ENFORCED
) PARTITIONED BY (name) WITH (
  'connector' = 'kafka',
  'topic' = 'orders; all'
);
CREATE TABLE more WITH ('scan.startup.mode' = 'latest-offset') LIKE orders;
