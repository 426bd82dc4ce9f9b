--
-- PostgreSQL database dump
--


-- Dumped from database version 18.3
-- Dumped by pg_dump version 18.3

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

DROP RULE IF EXISTS quiet ON hr.orders;
DROP TABLE IF EXISTS sales.orders;
DROP TABLE IF EXISTS sales.daily;
DROP TABLE IF EXISTS public.pairs;
DROP TABLE IF EXISTS public.audit;
DROP SEQUENCE IF EXISTS hr.seq;
DROP TABLE IF EXISTS hr.orders;
DROP TABLE IF EXISTS hr.employees;
DROP TABLE IF EXISTS "Odd Schema"."Odd ""Table""";
DROP AGGREGATE IF EXISTS public.mysum(integer);
DROP TYPE IF EXISTS sales.mood;
DROP TYPE IF EXISTS public.pair;
DROP DOMAIN IF EXISTS hr.positive;
DROP SCHEMA IF EXISTS sales;
DROP SCHEMA IF EXISTS hr;
DROP SCHEMA IF EXISTS "Odd Schema";
--
-- Name: Odd Schema; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA "Odd Schema";


ALTER SCHEMA "Odd Schema" OWNER TO postgres;

--
-- Name: hr; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA hr;


ALTER SCHEMA hr OWNER TO postgres;

--
-- Name: sales; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA sales;


ALTER SCHEMA sales OWNER TO postgres;

--
-- Name: positive; Type: DOMAIN; Schema: hr; Owner: postgres
--

CREATE DOMAIN hr.positive AS integer
	CONSTRAINT positive_check CHECK ((VALUE > 0));


ALTER DOMAIN hr.positive OWNER TO postgres;

--
-- Name: pair; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.pair AS (
	a integer,
	b text
);


ALTER TYPE public.pair OWNER TO postgres;

--
-- Name: mood; Type: TYPE; Schema: sales; Owner: postgres
--

CREATE TYPE sales.mood AS ENUM (
    'sad',
    'ok'
);


ALTER TYPE sales.mood OWNER TO postgres;

--
-- Name: mysum(integer); Type: AGGREGATE; Schema: public; Owner: postgres
--

CREATE AGGREGATE public.mysum(integer) (
    SFUNC = int4pl,
    STYPE = integer,
    INITCOND = '0'
);


ALTER AGGREGATE public.mysum(integer) OWNER TO postgres;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: Odd "Table"; Type: TABLE; Schema: Odd Schema; Owner: postgres
--

CREATE TABLE "Odd Schema"."Odd ""Table""" (
    "a ""b""" smallint,
    "c.d" double precision,
    "UPPER" real,
    select_ text,
    "select" text COLLATE pg_catalog."C",
    "from" date
);


ALTER TABLE "Odd Schema"."Odd ""Table""" OWNER TO postgres;

--
-- Name: employees; Type: TABLE; Schema: hr; Owner: postgres
--

CREATE TABLE hr.employees (
    id smallint,
    salary numeric(12,2),
    hired date,
    boss smallint,
    bonus real,
    ratio double precision,
    note character varying(20),
    n character(4),
    c character(1),
    ok boolean
);


ALTER TABLE hr.employees OWNER TO postgres;

--
-- Name: orders; Type: TABLE; Schema: hr; Owner: postgres
--

CREATE TABLE hr.orders (
    id integer,
    amount hr.positive,
    who character varying
);


ALTER TABLE hr.orders OWNER TO postgres;

--
-- Name: seq; Type: SEQUENCE; Schema: hr; Owner: postgres
--

CREATE SEQUENCE hr.seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER SEQUENCE hr.seq OWNER TO postgres;

--
-- Name: audit; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.audit (
    id smallint,
    salary numeric(12,2),
    hired date,
    boss smallint,
    bonus real,
    ratio double precision,
    note character varying(20),
    n character(4),
    c character(1),
    ok boolean,
    logged_at timestamp without time zone DEFAULT now()
);


ALTER TABLE public.audit OWNER TO postgres;

--
-- Name: pairs; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.pairs OF public.pair (
    a NOT NULL
);


ALTER TABLE public.pairs OWNER TO postgres;

--
-- Name: daily; Type: TABLE; Schema: sales; Owner: postgres
--

CREATE TABLE sales.daily (
    n bigint,
    day date
);


ALTER TABLE sales.daily OWNER TO postgres;

--
-- Name: orders; Type: TABLE; Schema: sales; Owner: postgres
--

CREATE TABLE sales.orders (
    id bigint,
    mood sales.mood,
    moods sales.mood[],
    at timestamp(6) with time zone
);


ALTER TABLE sales.orders OWNER TO postgres;

--
-- Name: orders quiet; Type: RULE; Schema: hr; Owner: postgres
--

CREATE RULE quiet AS
    ON DELETE TO hr.orders DO INSTEAD NOTHING;


--
-- PostgreSQL database dump complete
--


