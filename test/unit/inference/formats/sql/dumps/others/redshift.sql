-- As SHOW TABLE and the view v_generate_tbl_ddl write it
--DROP TABLE shop.orders;
CREATE TABLE IF NOT EXISTS shop.orders
(
	id BIGINT NOT NULL DEFAULT "identity"(108512, 0, '1,1'::text) ENCODE az64
	,customer INTEGER   ENCODE az64
	,total NUMERIC(12,2)   ENCODE az64
	,whole NUMERIC(18,0)   ENCODE az64
	,plain DECIMAL
	,placed TIMESTAMP WITHOUT TIME ZONE   ENCODE RAW DISTKEY
	,shipped TIMESTAMP WITH TIME ZONE   ENCODE az64
	,"day" DATE   ENCODE RAW
	,clock TIME WITHOUT TIME ZONE
	,paid BOOLEAN  DEFAULT false ENCODE RAW
	,state CHAR(2)   ENCODE lzo
	,note VARCHAR(65535)  DEFAULT 'C:\\'::character varying ENCODE lzo
	,"data" SUPER   ENCODE zstd
	,ratio DOUBLE PRECISION   ENCODE RAW
	,sketch HLLSKETCH
	,hash VARBYTE(16)
	,place GEOMETRY
	,PRIMARY KEY (id)
	,UNIQUE (customer)
)
DISTSTYLE KEY
 DISTKEY (customer)
 SORTKEY (
	placed
	)
;
ALTER TABLE shop.orders owner to dbo;
CREATE TABLE shop.customers (
    id int identity(1,1) sortkey,
    mail varchar(max) collate case_insensitive,
    born timestamp,
    score float4,
    foreign key (id) references shop.orders(customer)
) backup no diststyle all;
create table shop.archive (like shop.customers including defaults);
create temp table staging (like shop.customers);
create external table spectrum.clicks(
  at timestamp,
  who varchar(40),
  detail struct<page:varchar(20), tags:array<varchar(10)>>)
partitioned by (day date, hour smallint)
row format delimited fields terminated by '\t'
stored as parquet
location 's3://bucket/clicks/'
table properties ('numRows'='170000');
alter table spectrum.clicks add partition(day='2008-01-01', hour=1) location 's3://bucket/clicks/day=2008-01-01/';
alter table shop.customers add column joined timestamptz default null;
alter table shop.customers alter column mail type varchar(200);
alter table shop.customers drop column score;
alter table shop.customers append from shop.archive;
CREATE MATERIALIZED VIEW shop.totals AUTO REFRESH YES AS SELECT customer, SUM(total) FROM shop.orders GROUP BY 1;
COMMENT ON COLUMN shop.orders.total IS 'it''s; gross';
GRANT SELECT ON shop.orders TO GROUP readers;
