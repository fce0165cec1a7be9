-- compatible: new tables and columns, which an older program does without; it sells vouchers alone
-- Goods that are shipped: what they are, what of them is there, how they are shipped, and the discount codes of the shop.

create table shop_goods (
  id uuid primary key,
  name text not null,
  description text not null default '',
  -- path of a picture on this site; null: none
  picture text,
  -- what the law makes cheaper: books have a reduced rate of VAT
  tax_class text not null check (tax_class in ('standard', 'book')),
  on_sale boolean not null default true,
  created_at timestamptz not null
);

-- What is ordered, counted and weighed: a size, a colour, or the only form that goods have.
create table shop_variant (
  id uuid primary key,
  goods_id uuid not null references shop_goods on delete cascade,
  -- empty: goods of one form
  name text not null default '',
  net_cents integer not null check (net_cents > 0),
  weight_grams integer not null check (weight_grams >= 0),
  -- placing an order takes them out, a cancelled one brings them back
  stock integer not null check (stock >= 0),
  position integer not null default 0,
  on_sale boolean not null default true
);
create index shop_variant_goods on shop_variant (goods_id);

create table shop_shipping_method (
  id uuid primary key,
  name text not null,
  -- codes of the countries that it goes to
  countries text[] not null,
  weight_up_to_grams integer not null check (weight_up_to_grams > 0),
  net_cents integer not null check (net_cents >= 0),
  on_offer boolean not null default true,
  created_at timestamptz not null
);

create table shop_discount (
  -- the code as it is compared: whatever its case and spaces
  code_key text primary key,
  code text not null,
  percent integer check (percent between 1 and 100),
  -- net, as all prices of the shop are
  off_cents integer check (off_cents > 0),
  free_shipping boolean not null default false,
  -- net value of what is in the cart, before the discount
  minimum_cents integer not null default 0 check (minimum_cents >= 0),
  -- first and last day; null: no bound
  valid_from date,
  valid_until date,
  -- null: as often as anybody likes
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  created_at timestamptz not null,
  check (percent is null or off_cents is null),
  check (percent is not null or off_cents is not null or free_shipping),
  check (uses >= 0 and (max_uses is null or uses <= max_uses))
);

alter table shop_order
  drop constraint shop_order_state_check,
  add constraint shop_order_state_check
    check (state in ('placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled', 'returned')),
  -- how it is shipped and for how much, as it was chosen; null: nothing is shipped
  add column shipping jsonb,
  -- the code that lowered its price, and by how much
  add column discount jsonb,
  -- one for each rate of VAT, as it was computed; null: one of facts, on the whole
  add column taxes jsonb;
