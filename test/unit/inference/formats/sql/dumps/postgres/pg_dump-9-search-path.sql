--
-- PostgreSQL database dump
--

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

CREATE SCHEMA accounting;
CREATE SCHEMA warehouse;

SET search_path = accounting, pg_catalog;

SET default_tablespace = '';

--
-- Name: ledger; Type: TABLE; Schema: accounting; Owner: -; Tablespace:
--

CREATE TABLE ledger (
    id integer NOT NULL,
    booked date NOT NULL,
    amount numeric(15,2) NOT NULL,
    text character varying(255) DEFAULT ''::character varying NOT NULL,
    closed boolean
);

CREATE SEQUENCE ledger_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    CACHE 1;

ALTER SEQUENCE ledger_id_seq OWNED BY ledger.id;

SET search_path = warehouse, pg_catalog;

CREATE TABLE ledger (
    shelf character(4)[] NOT NULL,
    moved_at timestamp(0) without time zone,
    units bigint,
    "position" point
);

CREATE TABLE shelf (
    name name,
    load real,
    data bytea
);

SET search_path = accounting, pg_catalog;

ALTER TABLE ONLY ledger ALTER COLUMN id SET DEFAULT nextval('ledger_id_seq'::regclass);

COPY ledger (id, booked, amount, text, closed) FROM stdin;
1	2012-01-02	10.50	It's; an 'open quote	t
2	2012-01-03	7.00	CREATE TABLE in_data (a int);	f
3	2012-01-04	-1.00	back\\slash \\. and "quotes"	\N
\.

SET search_path = warehouse, pg_catalog;

COPY shelf (name, load, data) FROM stdin;
\.

ALTER TABLE ONLY shelf
    ADD CONSTRAINT shelf_pkey PRIMARY KEY (name);

REVOKE ALL ON SCHEMA public FROM PUBLIC;
