-- compatible: new tables, which an older program does without
-- New prices announced to existing customers; the subscription's state holds what its next renewals need.
create table price_move (
  id uuid primary key,
  -- of the price set
  name text not null,
  -- its prices, as announced
  plan jsonb not null,
  -- renewals before this moment are not concerned
  starts_at timestamptz not null,
  -- without an agreement: the old price continues, or the subscription ends
  otherwise text not null check (otherwise in ('keep', 'end')),
  created_at timestamptz not null,
  stopped_at timestamptz
);

create table price_move_account (
  move_id uuid not null references price_move,
  account_id uuid not null references account on delete cascade,
  -- when it was ordered: net prices of a period for so many paid users, without a coupon
  users integer not null,
  interval_value integer not null,
  interval_unit text not null check (interval_unit in ('d', 'w', 'm', 'y')),
  old_cents integer not null,
  new_cents integer not null,
  -- when its mail was written, under this key, and when the mail server had taken it
  announced_at timestamptz,
  mail_key text,
  mailed_at timestamptz,
  -- the customer's click, with the sentence shown beside it
  accepted_at timestamptz,
  words text,
  outcome text check (outcome in ('moved', 'kept', 'ended', 'stopped', 'left-out', 'unreached')),
  outcome_at timestamptz,
  primary key (move_id, account_id),
  check ((accepted_at is null) = (words is null)),
  check ((outcome is null) = (outcome_at is null))
);
create index price_move_account_account on price_move_account (account_id);
create index price_move_account_open on price_move_account (move_id, account_id) where outcome is null;
