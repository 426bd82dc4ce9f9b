-- As SHOW CREATE TABLE writes it
USE shop;
CREATE EXTERNAL TABLE `shop.orders`(
  `id` bigint COMMENT 'it\'s, the key', 
  `total` decimal(12,2) COMMENT '', 
  `whole` decimal(10,0), 
  `plain` decimal, 
  `placed` timestamp, 
  `zoned` timestamp with local time zone, 
  `paid` boolean, 
  `state` char(2), 
  `tiny` tinyint, 
  `ratio` double precision, 
  `raw` binary, 
  `span` interval_day_time, 
  `tags` array<string>, 
  `attributes` map<string,string>, 
  `customer` struct<name:string,address:struct<street:string,zip:string>> COMMENT 'who; where', 
  `either` uniontype<int,string>)
COMMENT 'All orders; it\'s (nearly) all'
PARTITIONED BY ( 
  `day` date COMMENT 'of the load', 
  `country` string)
CLUSTERED BY ( 
  id) 
INTO 8 BUCKETS
ROW FORMAT SERDE 
  'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe' 
WITH SERDEPROPERTIES ( 
  'field.delim'='\;', 
  'serialization.format'='\;') 
STORED AS INPUTFORMAT 
  'org.apache.hadoop.mapred.TextInputFormat' 
OUTPUTFORMAT 
  'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat'
LOCATION
  'hdfs://namenode:8020/warehouse/orders'
TBLPROPERTIES (
  'bucketing_version'='2', 
  'transient_lastDdlTime'='1714892400')
;
CREATE TABLE IF NOT EXISTS staging (line string) ROW FORMAT DELIMITED FIELDS TERMINATED BY '\001' LINES TERMINATED BY '\n' STORED AS TEXTFILE;
CREATE TABLE copied LIKE orders STORED AS PARQUET;
CREATE TABLE skewed (k string, v int) SKEWED BY (k) ON ('a','b') STORED AS DIRECTORIES;
CREATE TABLE keyed (id int, ref int, PRIMARY KEY (id) DISABLE NOVALIDATE, CONSTRAINT r FOREIGN KEY (ref) REFERENCES skewed(v) DISABLE NOVALIDATE RELY);
CREATE TABLE daily STORED AS ORC AS SELECT day, sum(total) AS total FROM orders GROUP BY day;
CREATE EXTERNAL TABLE avro_orders PARTITIONED BY (day string) STORED AS AVRO TBLPROPERTIES ('avro.schema.url'='hdfs:///o.avsc');
ALTER TABLE orders ADD IF NOT EXISTS PARTITION (day='2024-01-01', country='US') LOCATION 'hdfs:///x';
ALTER TABLE orders ADD COLUMNS (channel string COMMENT 'where', visits int) CASCADE;
ALTER TABLE orders CHANGE COLUMN ratio share double COMMENT 'of all' AFTER total;
ALTER TABLE staging REPLACE COLUMNS (first string, second int);
ALTER TABLE staging SET TBLPROPERTIES ('comment' = 'raw');
ALTER TABLE skewed PARTITION COLUMN (v bigint);
ALTER TABLE keyed RENAME TO keys;
INSERT INTO TABLE staging VALUES ('it\'s; here', 1);
MSCK REPAIR TABLE orders;
