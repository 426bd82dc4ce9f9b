CREATE EXTERNAL TABLE IF NOT EXISTS `logs`.`requests` (
  `type` string,
  `time` string,
  client_ip string,
  client_port int,
  request_processing_time double,
  elb_status_code int,
  received_bytes bigint,
  `user-agent` string,
  headers array<struct<name:string,value:string>>,
  `timestamp` timestamp
)
PARTITIONED BY (`day` string)
ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.RegexSerDe'
WITH SERDEPROPERTIES (
  'serialization.format' = '1',
  'input.regex' = '([^ ]*) ([^ ]*) \"([^ ]*) (.*) (- |[^ ]*)\" \"([^\"]*)\" ([A-Z0-9-_]+)'
)
LOCATION 's3://bucket/AWSLogs/'
TBLPROPERTIES (
  "projection.enabled" = "true",
  "projection.day.type" = "date",
  "projection.day.range" = "2022/01/01,NOW",
  "storage.location.template" = "s3://bucket/AWSLogs/${day}"
);

CREATE TABLE logs.events (
  id bigint,
  name string,
  at timestamp,
  amount decimal(10,2))
PARTITIONED BY (name, day(at), bucket(16, id))
LOCATION 's3://bucket/events/'
TBLPROPERTIES ('table_type' = 'ICEBERG');

CREATE TABLE logs.summary WITH (format = 'PARQUET', partitioned_by = ARRAY['day']) AS SELECT 1 AS x, 'a' AS day;
ALTER TABLE logs.events ADD COLUMNS (category string, price double);
ALTER TABLE logs.events CHANGE COLUMN price cost double;
ALTER TABLE logs.events DROP COLUMN category;
CREATE OR REPLACE VIEW logs.v AS SELECT * FROM logs.events;
