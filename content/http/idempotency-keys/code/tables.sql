-- PostgreSQL

create table attempts (
  key text primary key,
  body_hash text not null,
  answer jsonb
);

create table payments (
  id bigint generated always as identity,
  customer_id integer not null,
  cents integer not null
);
