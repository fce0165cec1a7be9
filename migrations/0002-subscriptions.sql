-- What an account may watch until when. Money (charges, invoices, cards) comes in later migrations.

create table subscription (
  account_id uuid primary key references account on delete cascade,
  status text not null check (status in ('trial', 'prepaid', 'active', 'pending-expiry', 'cancelled')),
  until timestamptz not null,
  pricing_id text,
  price_cents integer,
  credit_cents integer not null default 0,
  license_count integer not null check (license_count > 0),
  included_licenses integer not null default 0,
  interval_value integer,
  interval_unit text check (interval_unit in ('d', 'w', 'm', 'y')),
  coupon_code text,
  payment_provider text,
  version integer not null default 1
);

-- one trial a person: kept when the account goes
create table trial_use (
  email_key text primary key,
  started_at timestamptz not null
);

create table coupon (
  -- compared without regard to case and spaces
  code_key text primary key,
  code text not null,
  associate text,
  license_count integer not null check (license_count > 0),
  interval_value integer not null check (interval_value > 0),
  interval_unit text not null check (interval_unit in ('d', 'w', 'm', 'y')),
  max_uses integer check (max_uses > 0),
  valid_until date,
  -- reserved and redeemed uses; the check makes an overdrawn coupon impossible
  uses integer not null default 0,
  created_at timestamptz not null,
  check (uses >= 0 and (max_uses is null or uses <= max_uses))
);

create table coupon_use (
  coupon_key text not null references coupon,
  account_id uuid not null references account on delete cascade,
  reserved_until timestamptz,
  redeemed_at timestamptz,
  created_at timestamptz not null,
  primary key (coupon_key, account_id)
);
