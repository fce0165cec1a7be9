-- The sandbox's own books, as another company would keep them: it shares no row with the rest of the house.

create table sandbox_customer (
  ref text primary key,
  account_id text not null unique
);

create table sandbox_setup (
  ref text primary key,
  customer text not null references sandbox_customer on delete cascade,
  client_secret text not null unique,
  idempotency_key text not null unique,
  state text not null check (state in ('open', 'requires-action', 'succeeded', 'declined')),
  method text,
  message text
);

create table sandbox_method (
  ref text primary key,
  customer text not null references sandbox_customer on delete cascade,
  -- one of the listed test numbers
  number text not null,
  expires text not null,
  detached boolean not null default false
);

create table sandbox_charge (
  ref text primary key,
  customer text not null,
  method text not null,
  attempt_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('succeeded', 'declined', 'needs-action', 'cancelled')),
  code text,
  client_secret text not null unique,
  idempotency_key text not null unique,
  -- SHA-256 of the order: the same key with another one is refused
  order_hash bytea not null,
  created_at timestamptz not null
);
create index sandbox_charge_attempt on sandbox_charge (attempt_id);

create table sandbox_refund (
  ref text primary key,
  charge_ref text not null references sandbox_charge,
  amount_cents integer not null check (amount_cents > 0),
  idempotency_key text not null unique,
  created_at timestamptz not null
);

create table sandbox_event (
  position bigint generated always as identity primary key,
  ref text not null unique,
  type text not null,
  about jsonb not null,
  created_at timestamptz not null
);
