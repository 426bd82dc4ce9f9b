create domain public.flag as boolean;
create domain public.flag2 as public.flag;
create table pg_types (
  a int2, b int4, c int8, d smallint, e integer, f bigint, g smallserial, h serial, i bigserial, i4 serial4, i8 serial8,
  j decimal, k decimal(5), l decimal(5,2), m numeric(19), n numeric(18,0), n2 numeric(38,10), o real, p float4, q float8, r double precision, s float(3), t money,
  u char, v char(3), w varchar, x varchar(3), y character varying(4), z text, aa name, ab bpchar, ac national char varying(3),
  ba bytea, bb boolean, bc bool, bd date, be time, bf time(3) with time zone, bg timetz, bh timestamp, bi timestamp(3) with time zone, bj timestamptz, bk interval, bl interval hour to minute, bm interval(3),
  ca uuid, cb json, cc jsonb, cd xml, ce bit, cf bit(3), cg varbit(3), ch inet, ci cidr, cj macaddr, ck point, cl int4range, cm oid,
  da int[], db text[][], dc integer array, dd integer[3], de numeric(10,2)[], df timestamp with time zone[],
  ea flag, eb public.flag2, ec "pg_catalog"."int4", ed pg_catalog.timestamptz, ee int default 1 + (2 * 3), ef text collate "C" default 'a', "Eg" int not null, "eh, )" text, EI varchar(10)
);
