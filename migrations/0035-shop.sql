-- compatible: only new tables, which an older program does without
-- The shop: what it sells, what was ordered, and the codes of vouchers that were bought.

create table shop_product (
  id uuid primary key,
  kind text not null check (kind = 'voucher'),
  name text not null,
  description text not null default '',
  net_cents integer not null check (net_cents > 0),
  license_count integer not null check (license_count > 0),
  interval_value integer not null check (interval_value > 0),
  interval_unit text not null check (interval_unit in ('d', 'w', 'm', 'y')),
  on_sale boolean not null default true,
  created_at timestamptz not null
);

-- A card form was begun for an order that may follow: who pays, as a provider knows them.
create table shop_checkout (
  order_id uuid primary key,
  user_id uuid references account_user on delete set null,
  email text not null,
  provider text not null,
  mode text not null check (mode in ('test', 'live')),
  -- null: the provider has forgotten them
  customer text,
  created_at timestamptz not null
);
create index shop_checkout_known on shop_checkout (created_at) where customer is not null;

create table shop_order (
  id uuid primary key references shop_checkout,
  -- what people name it by
  number text not null unique
    default lpad(((('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint) % 1000000000000)::text, 12, '0'),
  -- null: a guest
  user_id uuid references account_user on delete set null,
  email text not null,
  email_key text not null,
  language text not null check (language in ('en', 'de')),
  state text not null check (state in ('placed', 'paid', 'cancelled', 'returned')),
  -- what was sold, as it was shown
  lines jsonb not null,
  -- buyer and tax as they were: what the invoice is made from
  facts jsonb not null,
  net_cents integer not null check (net_cents > 0),
  vat_cents integer not null check (vat_cents >= 0),
  gross_cents integer not null check (gross_cents > 0),
  placed_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  check (gross_cents = net_cents + vat_cents)
);
create index shop_order_user on shop_order (user_id) where user_id is not null;
create index shop_order_unpaid on shop_order (placed_at) where state = 'placed';

create table shop_voucher (
  coupon_key text primary key references coupon,
  order_id uuid not null references shop_order,
  -- counted through the order: the same payment never makes a second set of codes
  position integer not null,
  -- the money went back before it was redeemed
  voided_at timestamptz,
  unique (order_id, position)
);
