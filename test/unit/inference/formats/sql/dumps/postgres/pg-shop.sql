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

--
-- Name: address; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.address AS (
	street text,
	zip character varying(10)
);


ALTER TYPE public.address OWNER TO postgres;

--
-- Name: calendar_year; Type: DOMAIN; Schema: public; Owner: postgres
--

CREATE DOMAIN public.calendar_year AS integer
	CONSTRAINT calendar_year_check CHECK (((VALUE >= 1900) AND (VALUE <= 2155)));


ALTER DOMAIN public.calendar_year OWNER TO postgres;

--
-- Name: cents; Type: DOMAIN; Schema: public; Owner: postgres
--

CREATE DOMAIN public.cents AS bigint;


ALTER DOMAIN public.cents OWNER TO postgres;

--
-- Name: email; Type: DOMAIN; Schema: public; Owner: postgres
--

CREATE DOMAIN public.email AS character varying(254)
	CONSTRAINT email_check CHECK (((VALUE)::text ~ '^[^@;]+@[^@;]+$'::text));


ALTER DOMAIN public.email OWNER TO postgres;

--
-- Name: order_state; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.order_state AS ENUM (
    'new',
    'paid',
    'it''s shipped; really',
    'done'
);


ALTER TYPE public.order_state OWNER TO postgres;

--
-- Name: add(integer, integer); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.add(a integer, b integer) RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT (a + b);
END;


ALTER FUNCTION public.add(a integer, b integer) OWNER TO postgres;

--
-- Name: touch(); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN NEW.placed := now(); CREATE TEMP TABLE nope (a int); RETURN NEW; END; $$;


ALTER FUNCTION public.touch() OWNER TO postgres;

SET default_tablespace = '';

--
-- Name: orders; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.orders (
    id bigint NOT NULL,
    customer integer,
    state public.order_state DEFAULT 'new'::public.order_state,
    total public.cents,
    placed timestamp(3) without time zone NOT NULL,
    note text DEFAULT 'line
''one''; \'::text
)
PARTITION BY RANGE (placed);


ALTER TABLE public.orders OWNER TO postgres;

--
-- Name: TABLE orders; Type: COMMENT; Schema: public; Owner: postgres
--

COMMENT ON TABLE public.orders IS 'All orders; CREATE TABLE x (a int);';


--
-- Name: big_orders; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.big_orders AS
 SELECT id,
    customer,
    state,
    total,
    placed,
    note
   FROM public.orders
  WHERE ((total)::bigint > 1000);


ALTER VIEW public.big_orders OWNER TO postgres;

SET default_table_access_method = heap;

--
-- Name: places; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.places (
    name text,
    population bigint
);


ALTER TABLE public.places OWNER TO postgres;

--
-- Name: capitals; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.capitals (
    country character(2),
    founded integer
)
INHERITS (public.places);


ALTER TABLE public.capitals OWNER TO postgres;

--
-- Name: customers; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.customers (
    id integer NOT NULL,
    mail public.email NOT NULL,
    "Full Name" text,
    born date,
    vip boolean DEFAULT false NOT NULL,
    home public.address,
    tags text[] DEFAULT ARRAY['a;b'::text, 'c'::text],
    settings jsonb DEFAULT '{"a": ";"}'::jsonb,
    "check" character varying(3),
    key text,
    "größe" double precision,
    signed_up timestamp with time zone DEFAULT now(),
    founded public.calendar_year
);


ALTER TABLE public.customers OWNER TO postgres;

--
-- Name: customers_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

ALTER TABLE public.customers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.customers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: orders_id_seq; Type: SEQUENCE; Schema: public; Owner: postgres
--

CREATE SEQUENCE public.orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER SEQUENCE public.orders_id_seq OWNER TO postgres;

--
-- Name: orders_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: postgres
--

ALTER SEQUENCE public.orders_id_seq OWNED BY public.orders.id;


--
-- Name: orders_2024; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.orders_2024 (
    id bigint DEFAULT nextval('public.orders_id_seq'::regclass) CONSTRAINT orders_id_not_null NOT NULL,
    customer integer,
    state public.order_state DEFAULT 'new'::public.order_state,
    total public.cents,
    placed timestamp(3) without time zone CONSTRAINT orders_placed_not_null NOT NULL,
    note text DEFAULT 'line
''one''; \'::text
);


ALTER TABLE public.orders_2024 OWNER TO postgres;

--
-- Name: orders_2025; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.orders_2025 (
    id bigint DEFAULT nextval('public.orders_id_seq'::regclass) CONSTRAINT orders_id_not_null NOT NULL,
    customer integer,
    state public.order_state DEFAULT 'new'::public.order_state,
    total public.cents,
    placed timestamp(3) without time zone CONSTRAINT orders_placed_not_null NOT NULL,
    note text DEFAULT 'line
''one''; \'::text
)
PARTITION BY LIST (customer);


ALTER TABLE public.orders_2025 OWNER TO postgres;

--
-- Name: orders_2025_a; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.orders_2025_a (
    id bigint DEFAULT nextval('public.orders_id_seq'::regclass) CONSTRAINT orders_id_not_null NOT NULL,
    customer integer,
    state public.order_state DEFAULT 'new'::public.order_state,
    total public.cents,
    placed timestamp(3) without time zone CONSTRAINT orders_placed_not_null NOT NULL,
    note text DEFAULT 'line
''one''; \'::text
);


ALTER TABLE public.orders_2025_a OWNER TO postgres;

--
-- Name: orders_rest; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.orders_rest (
    id bigint DEFAULT nextval('public.orders_id_seq'::regclass) CONSTRAINT orders_id_not_null NOT NULL,
    customer integer,
    state public.order_state DEFAULT 'new'::public.order_state,
    total public.cents,
    placed timestamp(3) without time zone CONSTRAINT orders_placed_not_null NOT NULL,
    note text DEFAULT 'line
''one''; \'::text
);


ALTER TABLE public.orders_rest OWNER TO postgres;

--
-- Name: products; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.products (
    sku character(12) NOT NULL,
    title character varying(200) NOT NULL,
    price numeric(10,2) NOT NULL,
    weight real,
    cost money,
    stock smallint DEFAULT 0,
    code "char",
    big numeric(20,0),
    huge numeric(18,0),
    anything numeric,
    net numeric(12,4) GENERATED ALWAYS AS ((price * 0.81)) STORED,
    picture bytea,
    spec xml,
    ident uuid,
    mask bit(8),
    flags bit varying(5),
    fulltext tsvector,
    host inet,
    span interval day to second,
    opens time without time zone,
    opens_tz time with time zone,
    area polygon,
    valid tstzrange
);


ALTER TABLE public.products OWNER TO postgres;

--
-- Name: sessions; Type: TABLE; Schema: public; Owner: postgres
--

CREATE UNLOGGED TABLE public.sessions (
    sid uuid DEFAULT gen_random_uuid() NOT NULL,
    data json,
    expires timestamp with time zone
);


ALTER TABLE public.sessions OWNER TO postgres;

--
-- Name: totals; Type: MATERIALIZED VIEW; Schema: public; Owner: postgres
--

CREATE MATERIALIZED VIEW public.totals AS
 SELECT customer,
    sum((total)::bigint) AS sum
   FROM public.orders
  GROUP BY customer
  WITH NO DATA;


ALTER MATERIALIZED VIEW public.totals OWNER TO postgres;

--
-- Name: orders_2024; Type: TABLE ATTACH; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.orders ATTACH PARTITION public.orders_2024 FOR VALUES FROM ('2024-01-01 00:00:00') TO ('2025-01-01 00:00:00');


--
-- Name: orders_2025; Type: TABLE ATTACH; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.orders ATTACH PARTITION public.orders_2025 FOR VALUES FROM ('2025-01-01 00:00:00') TO ('2026-01-01 00:00:00');


--
-- Name: orders_2025_a; Type: TABLE ATTACH; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.orders_2025 ATTACH PARTITION public.orders_2025_a FOR VALUES IN (1, 2);


--
-- Name: orders_rest; Type: TABLE ATTACH; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.orders ATTACH PARTITION public.orders_rest DEFAULT;


--
-- Name: orders id; Type: DEFAULT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.orders ALTER COLUMN id SET DEFAULT nextval('public.orders_id_seq'::regclass);


--
-- Data for Name: capitals; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: customers; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: orders_2024; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: orders_2025_a; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: orders_rest; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: places; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO public.places VALUES ('It''s; here', 5);
INSERT INTO public.places VALUES ('back\slash''', 7);
INSERT INTO public.places VALUES ('CREATE TABLE evil (a int);', 1);
INSERT INTO public.places VALUES ('multi
CREATE TABLE evil2 (a int);
line', 2);
INSERT INTO public.places VALUES ('/* no comment', 3);
INSERT INTO public.places VALUES ('-- none', 4);
INSERT INTO public.places VALUES ('$$', 5);


--
-- Data for Name: products; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: postgres
--



--
-- Name: customers_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.customers_id_seq', 1, false);


--
-- Name: orders_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('public.orders_id_seq', 1, false);


--
-- Name: customers customers_mail_key; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_mail_key UNIQUE (mail);


--
-- Name: customers customers_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);


--
-- Name: products products_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (sku);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (sid);


--
-- Name: products_title_idx; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX products_title_idx ON public.products USING btree (title) WHERE ((title)::text <> ';'::text);


--
-- Name: orders touch; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER touch BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION public.touch();


--
-- Name: orders orders_customer_fkey; Type: FK CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE public.orders
    ADD CONSTRAINT orders_customer_fkey FOREIGN KEY (customer) REFERENCES public.customers(id);


--
-- Name: totals; Type: MATERIALIZED VIEW DATA; Schema: public; Owner: postgres
--

REFRESH MATERIALIZED VIEW public.totals;


--
-- PostgreSQL database dump complete
--


