create or replace database SHOP;
create or replace schema PUBLIC;

create or replace TABLE ORDERS cluster by (TO_DATE(PLACED), "Key")(
	ID NUMBER(38,0) NOT NULL autoincrement start 1 increment 1 noorder,
	"Key" VARCHAR(16777216) COLLATE 'en-ci' COMMENT 'It''s; the key',
	TOTAL NUMBER(12,2),
	COUNT NUMBER(18,0) WITH TAG (GOVERNANCE.TAGS.KIND='a, b'),
	PLACED TIMESTAMP_NTZ(9) DEFAULT CURRENT_TIMESTAMP(),
	PLACED_TZ TIMESTAMP_TZ(9),
	DAY DATE,
	CLOCK TIME(9),
	PAID BOOLEAN DEFAULT FALSE,
	DATA VARIANT,
	PARTS OBJECT,
	LINES ARRAY,
	VECTOR VECTOR(FLOAT, 256),
	RATIO FLOAT,
	RAW BINARY(8388608),
	PLACE GEOGRAPHY,
	MAIL VARCHAR(100) WITH MASKING POLICY SHOP.PUBLIC.MASK,
	DOUBLED NUMBER(38,2) AS (TOTAL * 2),
	primary key (ID),
	unique ("Key")
)COMMENT='All orders; and more'
;
create or replace TRANSIENT TABLE SHOP.PUBLIC.STAGING (
	LINE VARCHAR(100)
);
create or replace TABLE HISTORY clone ORDERS;
// A comment of Snowflake: it's one
create or replace view BIG_ORDERS(
	ID
) as select ID from ORDERS where TOTAL > 100;
CREATE OR REPLACE PROCEDURE "P"()
RETURNS VARCHAR
LANGUAGE JAVASCRIPT
AS '
  var x = "CREATE TABLE no (a int);"; return ''done'';
';
create or replace function F() returns table (A number) as $$ select 1; create table no2 (a int); $$;
create or replace TABLE DERIVED as select 1 as X;
alter table STAGING add column NUMBER_OF_LINES INT, WIDE NUMBER;
create or replace dynamic table LIVE (A NUMBER(10,0)) target_lag = '1 minute' warehouse = W as select A from ORDERS;
