-- Credit was net and lowered the price of the next invoice, at whatever tax that had. From now on it is gross, arises with a
-- credit note at the rate of the invoice it comes from, and is a way to pay. A balance of before gets the tax of the newest
-- invoices that have so much left; their credit notes are written by the program, which mails them. What was too small to
-- be charged has no invoice of its own: it is waived.

-- The part of an invoice that a balance of before came from, until its credit note is written.
create table credit_to_correct (
  invoice_id uuid primary key references invoice,
  net_cents integer not null check (net_cents > 0),
  vat_cents integer not null check (vat_cents >= 0)
);

insert into credit_to_correct (invoice_id, net_cents, vat_cents)
with rest as (
  select i.id, i.account_id, i.number, (i.facts -> 'vat' ->> 'basisPoints')::bigint as rate,
    i.net_cents - (i.net_cents + coalesce(sum(n.net_cents), 0)) as credited,
    i.net_cents + coalesce(sum(n.net_cents), 0) as left_cents
  from invoice i left join invoice n on n.corrects = i.number
  where i.kind = 'invoice'
  group by i.id
), part as (
  select r.*, least(r.left_cents, s.credit_cents - coalesce(sum(r.left_cents) over newer, 0)) as net
  from rest r join subscription s on s.account_id = r.account_id
  where s.credit_cents > 0 and r.left_cents > 0
  window newer as (partition by r.account_id order by r.number desc rows between unbounded preceding and 1 preceding)
)
select id, net,
  -- rounded half up on the sum, so that the parts of an invoice add up to its tax
  floor((2 * (credited + net) * rate + 10000) / 20000) - floor((2 * credited * rate + 10000) / 20000)
from part where net > 0;

create function price_of(plan jsonb, users integer, term jsonb) returns bigint language sql immutable as $$
  with sold as (
    select (o ->> 'percent')::bigint as percent from jsonb_array_elements(plan -> 'intervals') o where o -> 'interval' = term
  ), tier as (
    select (t ->> 'fromUsers')::integer as since, (t ->> 'percent')::bigint as percent,
      lead((t ->> 'fromUsers')::integer) over (order by (t ->> 'fromUsers')::integer) as next
    from jsonb_array_elements(plan -> 'userTiers') t
  ), percents as (
    select case when plan ->> 'tiers' = 'graduated'
      then (select sum((least(users, coalesce(next - 1, users)) - since + 1) * percent) from tier where since <= users)
      else users * (select percent from tier where since <= users order by since desc limit 1) end as total
  )
  select floor((2 * (plan ->> 'basePriceCents')::bigint * total * percent * (term ->> 'value')::bigint
    * (case term ->> 'unit' when 'd' then 1 when 'w' then 7 when 'm' then 28 else 336 end) + 280000) / 560000)::bigint
  from percents, sold
$$;

create temporary table gross_state on commit drop as
select s.account_id,
  case when s.credit_cents > 0 then s.credit_cents + coalesce(c.vat, 0) else 0 end as credit,
  s.state,
  (select jsonb_agg(
      (p.value - 'refundedNetCents') || jsonb_build_object(
        -- the invoice of before was for what the card paid; what lowered it is due again if the period is undone
        'creditCents', 0,
        'formerCreditCents', greatest((p.value ->> 'creditCents')::bigint, 0),
        'creditedNetCents', (p.value ->> 'refundedNetCents')::bigint + coalesce(t.net_cents, 0),
        'creditedVatCents',
          (2 * (p.value ->> 'refundedNetCents')::bigint * (p.value -> 'amount' ->> 'vatBasisPoints')::bigint + 10000) / 20000
          + coalesce(t.vat_cents, 0),
        'refundedCents', (p.value ->> 'refundedNetCents')::bigint
          + (2 * (p.value ->> 'refundedNetCents')::bigint * (p.value -> 'amount' ->> 'vatBasisPoints')::bigint + 10000) / 20000,
        'levelCents', coalesce(case p.value ->> 'kind'
          when 'period' then price_of(s.state -> 'plan', (p.value ->> 'paidLicenses')::integer, s.state -> 'interval')
          else price_of(s.state -> 'plan', (p.value ->> 'paidLicenses')::integer, s.state -> 'interval')
            - price_of(s.state -> 'plan', (p.value ->> 'paidBefore')::integer, s.state -> 'interval') end, 0)
      ) order by p.ordinality)
    from jsonb_array_elements(s.state -> 'payments') with ordinality p
    left join invoice i on i.effect_key = 'invoice ' || s.account_id || ' ' || (p.value ->> 'key')
    left join credit_to_correct t on t.invoice_id = i.id) as payments,
  coalesce((select sum(t.net_cents + t.vat_cents)
    from jsonb_array_elements(s.state -> 'payments') p
    join invoice i on i.effect_key = 'invoice ' || s.account_id || ' ' || (p.value ->> 'key')
    join credit_to_correct t on t.invoice_id = i.id), 0) as period_credit
from subscription s
left join (select i.account_id, sum(t.vat_cents) as vat from credit_to_correct t join invoice i on i.id = t.invoice_id
  group by i.account_id) c
  on c.account_id = s.account_id
where s.state is not null;

update subscription s set
  credit_cents = g.credit,
  state = g.state || jsonb_build_object(
    'creditCents', g.credit,
    'periodCreditCents', g.period_credit,
    'payments', coalesce(g.payments, '[]'::jsonb),
    'openCharge', case when jsonb_typeof(g.state -> 'openCharge') = 'object' then
      ((g.state -> 'openCharge') - 'creditCents') || jsonb_build_object(
        'dueCents', g.state -> 'openCharge' -> 'amount' -> 'grossCents',
        -- the whole price is invoiced; what is not charged is taken from the balance
        'amount', (select jsonb_build_object('netCents', net, 'vatBasisPoints', rate, 'vatCents', vat, 'grossCents', net + vat)
          from (select net, rate, (2 * net * rate + 10000) / 20000 as vat
            from (select (g.state -> 'openCharge' -> 'purpose' ->> 'priceCents')::bigint as net,
              (g.state -> 'openCharge' -> 'amount' ->> 'vatBasisPoints')::bigint as rate) as price) as taxed))
      else 'null'::jsonb end)
from gross_state g where g.account_id = s.account_id;

update subscription set credit_cents = 0 where state is null;
drop function price_of(jsonb, integer, jsonb);

-- what a card is charged is a sum of money: its tax is the invoice's
alter table charge drop column net_cents, drop column vat_cents;
