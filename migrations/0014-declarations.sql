-- What consumers declare about their contract without signing in, and what they agree to when they order.

create table declaration (
  id uuid primary key,
  kind text not null check (kind in ('cancellation', 'withdrawal')),
  -- when it reached us: what the confirmation names
  received_at timestamptz not null,
  name text not null,
  email text not null,
  email_key text not null,
  -- what they call their contract
  contract text,
  -- of a cancellation
  cancellation text check (cancellation in ('ordinary', 'extraordinary')),
  reason text,
  -- when it is to end; null: as soon as possible
  ends_on date,
  language text not null check (language in ('en', 'de')),
  -- `received`: not carried out yet; `operator`: somebody has to look at it
  outcome text not null default 'received' check (outcome in ('received', 'done', 'operator')),
  -- whose contract it was taken for
  account_id uuid references account on delete set null,
  -- when the contract ends by it
  contract_ends_at timestamptz,
  -- the confirmation has been sent
  told_at timestamptz,
  settled_at timestamptz,
  check ((kind = 'cancellation') = (cancellation is not null))
);
create index declaration_open on declaration (received_at) where outcome = 'received';
create index declaration_account on declaration (account_id);

-- A consumer asked with their order that access begins before the time for withdrawal is over.
create table immediate_start (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  asked_at timestamptz not null,
  interval_value integer not null,
  interval_unit text not null check (interval_unit in ('d', 'w', 'm', 'y')),
  gross_cents integer
);
create index immediate_start_account on immediate_start (account_id);
