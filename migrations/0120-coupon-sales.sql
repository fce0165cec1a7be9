-- compatible: a new table, which an older program leaves empty, and a new index
-- What coupons brought: the invoices and credit notes of accounts that had redeemed one, each under the coupon redeemed last.
create table coupon_sale (
  invoice_id uuid primary key references invoice on delete cascade,
  coupon_key text not null references coupon,
  -- of the account's first bill under this coupon, or a correction of it
  is_first boolean not null,
  -- the invoice by which the account became a customer under this coupon
  is_customer boolean not null,
  issued_on date not null,
  net_cents integer not null
);
create index coupon_sale_issued on coupon_sale (issued_on) include (coupon_key, is_first, is_customer, net_cents);
create index coupon_sale_coupon on coupon_sale (coupon_key, issued_on);
create index coupon_use_redeemed on coupon_use (account_id, redeemed_at) where redeemed_at is not null;

insert into coupon_sale (invoice_id, coupon_key, is_first, is_customer, issued_on, net_cents)
select id, coupon_key, bill = first_value(bill) over theirs, row_number() over theirs = 1, issued_on, net_cents
from (
  -- corrections of a bill belong to the coupon of its invoice
  select invoice.*, coalesce(facts -> 'bill' ->> 'key', effect_key) as bill,
    min(created_at) over (partition by account_id, coalesce(facts -> 'bill' ->> 'key', effect_key)) as billed_at
  from invoice where account_id in (select account_id from coupon_use where redeemed_at is not null)
) as documents
cross join lateral (
  select coupon_key from coupon_use
  where coupon_use.account_id = documents.account_id and redeemed_at <= billed_at
  order by redeemed_at desc limit 1
) as used
window theirs as (partition by account_id, coupon_key order by created_at, number);
