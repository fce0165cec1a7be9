-- Subscriptions that are paid for: cards, quotes, charges, refunds and the ledger. What was paid is kept when an account
-- goes, so these rows name an account without depending on it.

alter table account
  add column is_business boolean not null default false,
  -- {state, checkedAt, vatId, requestIdentifier, name, address}: the last answer about the VAT id, as evidence
  add column vat_check jsonb;

alter table subscription
  -- periods are counted from here: local day and zone of the seller
  add column anchor_day date,
  add column anchor_zone text,
  add column cycle_months integer not null default 0,
  add column cycle_days integer not null default 0,
  -- how many periods were begun: names the charge of each
  add column period_index integer not null default 0,
  add column period_start timestamptz,
  -- the plan as it was when it was subscribed to
  add column price_snapshot jsonb,
  add column health text not null default 'ok' check (health in ('ok', 'past-due', 'action-required', 'unknown')),
  add column payment_method_id uuid,
  -- the interval that was chosen for what comes after a trial, a prepaid grant or the running period
  add column next_interval_value integer check (next_interval_value > 0),
  add column next_interval_unit text check (next_interval_unit in ('d', 'w', 'm', 'y')),
  add column next_license_count integer check (next_license_count > 0),
  -- until when a coupon's users are included in an active subscription
  add column included_until timestamptz,
  add column retry_at timestamptz,
  add column retries integer not null default 0,
  -- the price of the running period, net, which a change in the number of users is measured against
  add column period_net_cents integer;

create table payment_customer (
  account_id uuid not null references account on delete cascade,
  provider text not null,
  ref text not null,
  created_at timestamptz not null,
  primary key (account_id, provider)
);
create unique index payment_customer_ref on payment_customer (provider, ref);

create table payment_method (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  provider text not null,
  ref text not null,
  brand text not null,
  last4 text not null,
  expires text not null,
  created_at timestamptz not null,
  -- replaced by another card; detached at the provider afterwards
  replaced_at timestamptz,
  detached_at timestamptz
);
create unique index payment_method_current on payment_method (account_id) where replaced_at is null;
create unique index payment_method_ref on payment_method (provider, ref);

-- what was shown is what is charged: a price holds for ten minutes, as long as the subscription is what it was
create table price_quote (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('subscribe', 'users')),
  subscription_version integer not null,
  facts jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index price_quote_expiry on price_quote (expires_at);

create table charge (
  id uuid primary key,
  account_id uuid not null,
  -- what it is for, once: 'period 7 of <account>', 'seats v13 of <account>'
  purpose_key text not null unique,
  kind text not null check (kind in ('period', 'seats')),
  state text not null check (state in ('created', 'submitted', 'succeeded', 'declined', 'needs-action', 'processing',
    'unknown', 'abandoned', 'refunded')),
  net_cents integer not null check (net_cents >= 0),
  vat_cents integer not null check (vat_cents >= 0),
  gross_cents integer not null check (gross_cents >= 0),
  credit_used_cents integer not null default 0,
  currency text not null default 'EUR',
  refunded_cents integer not null default 0,
  -- all that the invoice and the move of the subscription are made from when it succeeds
  facts jsonb not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (gross_cents = net_cents + vat_cents),
  check (refunded_cents between 0 and gross_cents)
);
create index charge_account on charge (account_id, created_at);

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
  decline_hard boolean,
  decline_message text,
  created_at timestamptz not null,
  -- real time
  first_sent_at timestamptz not null,
  last_sent_at timestamptz not null,
  settled_at timestamptz,
  unique (charge_id, number)
);
create unique index charge_attempt_open on charge_attempt (charge_id)
  where state in ('submitted', 'needs-action', 'processing', 'unknown');
create index charge_attempt_ref on charge_attempt (provider, provider_ref);

create table refund (
  id uuid primary key,
  charge_id uuid not null references charge,
  purpose text not null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('submitted', 'succeeded', 'failed', 'unknown')),
  provider_ref text,
  idempotency_key text not null unique,
  created_at timestamptz not null,
  last_sent_at timestamptz not null,
  settled_at timestamptz,
  unique (charge_id, purpose)
);

-- append only: what was taken and given back, invoiced and credited
create table ledger_entry (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  kind text not null check (kind in ('captured', 'refunded', 'invoiced', 'credited')),
  amount_cents integer not null check (amount_cents > 0),
  vat_cents integer not null default 0,
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

-- what the daily comparison with the provider found
create table reconciliation (
  id uuid primary key,
  provider text not null,
  compared_at timestamptz not null,
  since timestamptz not null,
  matched integer not null,
  findings jsonb not null
);
