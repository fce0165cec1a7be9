-- Subscriptions that are paid for: cards, quotes, charges, refunds and the ledger. What was paid is kept when an account
-- goes, so these rows name an account without depending on it.

alter table account
  add column is_business boolean not null default false,
  -- {state, checkedAt, vatId, requestIdentifier, name, address}: the last answer about the VAT id, as evidence
  add column vat_check jsonb;

alter table subscription
  -- all that decides what becomes of it, as the domain keeps it; the other columns are made from this for queries.
  -- Null where it began without money (trial, coupon) and nothing was decided since.
  add column state jsonb,
  add column health text not null default 'ok' check (health in ('ok', 'past-due', 'action-required', 'unknown')),
  -- when time does something to it next
  add column due_at timestamptz;
create index subscription_due on subscription (due_at) where due_at is not null;

create table payment_customer (
  account_id uuid not null references account on delete cascade,
  provider text not null,
  ref text not null,
  created_at timestamptz not null,
  primary key (account_id, provider)
);
create unique index payment_customer_ref on payment_customer (provider, ref);

-- cards as one recognises them; the provider keeps the rest
create table payment_method (
  provider text not null,
  ref text not null,
  account_id uuid not null references account on delete cascade,
  brand text not null,
  last4 text not null,
  -- 2029-08
  expires text not null,
  created_at timestamptz not null,
  -- to be forgotten by the provider, and when it was
  detach_at timestamptz,
  detached_at timestamptz,
  primary key (provider, ref)
);
create index payment_method_account on payment_method (account_id);
create index payment_method_detach on payment_method (detach_at) where detach_at is not null and detached_at is null;

-- what was shown is what is charged: a price holds for ten minutes, as long as the subscription is what it was
create table price_quote (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  subscription_version integer not null,
  users integer not null,
  net_cents integer not null,
  gross_cents integer not null,
  expires_at timestamptz not null
);
create index price_quote_expiry on price_quote (expires_at);

create table charge (
  id uuid primary key,
  account_id uuid not null,
  -- what it is for, once: period-7, seats-13
  key text not null,
  -- ChargePurpose of the domain
  purpose jsonb not null,
  -- buyer, tax and words as they were when it was ordered: what the invoice is made from
  facts jsonb not null,
  state text not null check (state in ('submitted', 'succeeded', 'declined', 'needs-action', 'processing', 'unknown',
    'abandoned')),
  net_cents integer not null check (net_cents >= 0),
  vat_cents integer not null check (vat_cents >= 0),
  gross_cents integer not null check (gross_cents >= 0),
  refunded_cents integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (account_id, key),
  check (gross_cents = net_cents + vat_cents),
  check (refunded_cents between 0 and gross_cents)
);

create table charge_attempt (
  id uuid primary key,
  charge_id uuid not null references charge,
  number integer not null,
  idempotency_key text not null unique,
  provider text not null,
  -- exactly what was, and will be, sent
  params jsonb not null,
  state text not null check (state in ('submitted', 'succeeded', 'declined', 'needs-action', 'processing', 'unknown',
    'abandoned')),
  provider_ref text,
  client_secret text,
  decline_code text,
  decline_message text,
  -- given up: to be cancelled at the provider
  void_at timestamptz,
  created_at timestamptz not null,
  -- real time
  first_sent_at timestamptz not null,
  last_sent_at timestamptz not null,
  settled_at timestamptz,
  unique (charge_id, number)
);
create unique index charge_attempt_open on charge_attempt (charge_id)
  where state in ('submitted', 'processing', 'unknown') or (state = 'needs-action' and void_at is null);
create index charge_attempt_ref on charge_attempt (provider, provider_ref);
create index charge_attempt_unsettled on charge_attempt (last_sent_at)
  where state in ('submitted', 'processing', 'unknown', 'needs-action');

create table refund (
  id uuid primary key,
  charge_id uuid not null references charge,
  reason text not null,
  net_cents integer not null,
  vat_cents integer not null,
  gross_cents integer not null check (gross_cents > 0),
  state text not null check (state in ('submitted', 'succeeded', 'failed', 'unknown')),
  provider_ref text,
  idempotency_key text not null unique,
  created_at timestamptz not null,
  last_sent_at timestamptz not null,
  settled_at timestamptz,
  unique (charge_id, reason)
);
create index refund_unsettled on refund (last_sent_at) where state in ('submitted', 'unknown');

-- append only: what was taken and given back, invoiced and credited
create table ledger_entry (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  kind text not null check (kind in ('captured', 'refunded', 'invoiced', 'credited')),
  amount_cents integer not null check (amount_cents > 0),
  charge_id uuid references charge,
  -- number of the invoice or credit note
  document text,
  -- the same event is never booked twice
  effect_key text not null unique,
  booked_at timestamptz not null
);
create index ledger_account on ledger_entry (account_id);

-- messages of providers: stored before they are answered, worked through by reading the thing itself
create table payment_event (
  id text primary key,
  provider text not null,
  type text not null,
  about jsonb not null,
  received_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  processed_at timestamptz,
  last_error text
);
create index payment_event_due on payment_event (next_attempt_at) where processed_at is null;
