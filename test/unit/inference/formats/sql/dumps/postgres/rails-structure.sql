SET standard_conforming_strings = on;
SET search_path = public, pg_catalog;

CREATE TYPE public.plan AS ENUM (
    'free',
    'team, large'
);

CREATE TABLE public.ar_internal_metadata (
    key character varying NOT NULL,
    value character varying,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL
);

CREATE TABLE public.schema_migrations (
    version character varying NOT NULL
);

CREATE TABLE public.users (
    id bigint NOT NULL,
    email character varying DEFAULT ''::character varying NOT NULL,
    plan public.plan DEFAULT 'free'::public.plan NOT NULL,
    sign_in_count integer DEFAULT 0 NOT NULL,
    current_sign_in_ip inet,
    preferences jsonb DEFAULT '{}'::jsonb NOT NULL,
    roles character varying[] DEFAULT '{}'::character varying[],
    latitude numeric(10,6),
    search_vector tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, (COALESCE(email, ''::character varying))::text)) STORED,
    uuid uuid DEFAULT gen_random_uuid(),
    birthday date,
    active boolean DEFAULT true,
    index integer,
    comment text,
    storage text,
    first text, after date
);

COMMENT ON COLUMN public.users.plan IS 'What they pay; ''free'' by default';

CREATE SEQUENCE public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;
ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX index_users_on_email ON public.users USING btree (email);

INSERT INTO "schema_migrations" (version) VALUES
('20240101000000'),
('20240102000000');
