-- As SHOW CREATE TABLE and clickhouse-backup write it
CREATE DATABASE IF NOT EXISTS shop ENGINE = Atomic;
CREATE TABLE shop.orders UUID '6c0d1c4f-6f5a-4c0b-9d6c-9c3f0d6a1a11'
(
    `id` UInt64,
    `total` Decimal(12, 2),
    `whole` Decimal64(0),
    `placed` DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    `day` Date DEFAULT toDate(placed),
    `wide` Int256,
    `number` UInt32,
    `negative` Int8,
    `paid` Bool DEFAULT false,
    `state` LowCardinality(String),
    `note` Nullable(String) COMMENT 'it\'s; optional',
    `ratio` Nullable(Float32),
    `code` FixedString(2),
    `kind` Enum8('new' = 1, 'it\'s done' = 2),
    `uid` UUID,
    `ip` IPv4,
    `tags` Array(LowCardinality(String)),
    `attributes` Map(String, UInt64),
    `pair` Tuple(a String, b UInt8),
    `lines` Nested(sku String, units UInt32),
    `sums` AggregateFunction(sum, UInt64),
    `max` SimpleAggregateFunction(max, Int64),
    `data` JSON(max_dynamic_paths = 16),
    `upper` String ALIAS upper(code),
    `month` Date MATERIALIZED toStartOfMonth(placed) TTL day + INTERVAL 1 YEAR,
    INDEX by_note note TYPE tokenbf_v1(512, 3, 0) GRANULARITY 4,
    INDEX by_day day TYPE minmax,
    PROJECTION by_state
    (
        SELECT
            state,
            sum(total)
        GROUP BY state
    ),
    CONSTRAINT positive CHECK total > 0,
    PRIMARY KEY (id)
)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/orders', '{replica}')
PARTITION BY toYYYYMM(placed)
ORDER BY (id, placed)
TTL day + toIntervalYear(5)
SETTINGS index_granularity = 8192
COMMENT 'All orders; it\'s all';
CREATE TABLE shop.orders_all ON CLUSTER main AS shop.orders ENGINE = Distributed(main, shop, orders, rand());
CREATE TABLE IF NOT EXISTS queue ON CLUSTER '{cluster}' (line String) ENGINE = Kafka SETTINGS kafka_broker_list = 'host:9092';
CREATE TABLE shop.daily ENGINE = MergeTree ORDER BY day AS SELECT day, sum(total) AS total FROM shop.orders GROUP BY day;
CREATE MATERIALIZED VIEW shop.to_daily TO shop.daily (`day` Date) AS SELECT day FROM shop.orders;
CREATE DICTIONARY shop.names (id UInt64, name String DEFAULT '?') PRIMARY KEY id SOURCE(CLICKHOUSE(TABLE 'x')) LAYOUT(FLAT()) LIFETIME(300);
ALTER TABLE shop.orders ON CLUSTER main ADD COLUMN IF NOT EXISTS channel LowCardinality(Nullable(String)) AFTER id, ADD INDEX c channel TYPE set(100) GRANULARITY 1, DROP COLUMN uid;
ALTER TABLE shop.orders MODIFY COLUMN code String CODEC(ZSTD), RENAME COLUMN ip TO address, MODIFY TTL day + INTERVAL 2 YEAR;
ALTER TABLE shop.orders DELETE WHERE id = 5;
INSERT INTO queue VALUES ('it\'s; here');
