-- Logs by month, as before declarative partitions.
CREATE TABLE log (
  at timestamp NOT NULL,
  level smallint DEFAULT 3,
  message text DEFAULT $tag$it's $$ 'quoted' ; CREATE TABLE x (a int);$tag$
);
CREATE TABLE log_2020_01 (CHECK (at >= DATE '2020-01-01' AND at < DATE '2020-02-01')) INHERITS (log);
CREATE TABLE log_extra (host inet, level smallint) INHERITS (public.log);
CREATE TABLE log_copy (LIKE log INCLUDING DEFAULTS, copied date);
CREATE TABLE log_all (extra numeric(9,3)) INHERITS (log_extra);
CREATE TABLE events (id int, day date) PARTITION BY RANGE (day);
CREATE TABLE events_2024 (id int, day date);
ALTER TABLE events ATTACH PARTITION events_2024 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE events_2025 PARTITION OF events (CONSTRAINT positive CHECK (id > 0)) FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
ALTER TABLE events ADD COLUMN kind varchar(20);
