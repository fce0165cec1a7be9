--
-- PostgreSQL database dump
--

\restrict Sja1KlNVB6DUSct5HZBpeHqQCAgsd4Wln0OWSsaH6Po5wSO3Ml7lIVm26EcFLWh

-- Dumped from database version 18.6 (Debian 18.6-3)
-- Dumped by pg_dump version 18.6 (Debian 18.6-3)

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
-- Name: pg_trgm; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;


--
-- Name: EXTENSION pg_trgm; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';


--
-- Name: refuse_renaming(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_renaming() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  if new.name <> old.name then raise exception 'a name stays; %', old.name; end if;
  return new;
end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account (
    id integer NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    settings jsonb,
    picture bytea,
    short text GENERATED ALWAYS AS ("left"(name, 3)) STORED,
    CONSTRAINT named CHECK ((name <> ''::text))
);


--
-- Name: account_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: visit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.visit (
    account_id integer NOT NULL,
    at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (at);


--
-- Name: visit_2027; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.visit_2027 (
    account_id integer CONSTRAINT visit_account_id_not_null NOT NULL,
    at timestamp with time zone CONSTRAINT visit_at_not_null NOT NULL
);


--
-- Name: visit_2027; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.visit ATTACH PARTITION public.visit_2027 FOR VALUES FROM ('2027-01-01 00:00:00+00') TO ('2028-01-01 00:00:00+00');


--
-- Data for Name: account; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.account (id, name, created_at, settings, picture) FROM stdin;
1	Ada	2027-01-10 12:00:00.123456+00	{"a": "\\\\tab"}	\\x00ff
2	tab\tline\nback\\slash	2027-01-11 12:00:00+00	\N	\N
3	\\N	2027-01-12 12:00:00+00	null	\\x
\.


--
-- Data for Name: visit_2027; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.visit_2027 (account_id, at) FROM stdin;
1	2027-02-01 00:00:00+00
2	2027-02-02 00:00:00+00
\.


--
-- Name: account_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.account_id_seq', 3, true);


--
-- Name: account account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);


--
-- Name: visit visit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.visit
    ADD CONSTRAINT visit_pkey PRIMARY KEY (account_id, at);


--
-- Name: visit_2027 visit_2027_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.visit_2027
    ADD CONSTRAINT visit_2027_pkey PRIMARY KEY (account_id, at);


--
-- Name: account_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_created ON public.account USING btree (created_at);


--
-- Name: account_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_name ON public.account USING gin (name public.gin_trgm_ops);


--
-- Name: visit_2027_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.visit_pkey ATTACH PARTITION public.visit_2027_pkey;


--
-- Name: account names_stay; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER names_stay BEFORE UPDATE ON public.account FOR EACH ROW EXECUTE FUNCTION public.refuse_renaming();


--
-- Name: visit visit_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE public.visit
    ADD CONSTRAINT visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--

\unrestrict Sja1KlNVB6DUSct5HZBpeHqQCAgsd4Wln0OWSsaH6Po5wSO3Ml7lIVm26EcFLWh

