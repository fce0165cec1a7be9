-- What subscriptions bring in a month, as a history: one row for each change, written in its transaction.
-- The history begins with this migration. Rows of step 'start' tell what each subscription brought on that day; what was
-- before it is unknown. When an account is deleted its rows stay, for the sums, under a random id that belongs to nobody.

create table subscription_level (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  at timestamptz not null,
  step text not null check (step in ('start', 'new', 'more', 'fewer', 'price', 'lost', 'free')),
  phase text not null check (phase in ('trial', 'granted', 'paid', 'over')),
  phase_before text not null check (phase_before in ('none', 'trial', 'granted', 'paid', 'over')),
  -- net
  monthly_cents integer not null check (monthly_cents >= 0),
  monthly_change integer not null,
  paid_seats integer not null check (paid_seats >= 0),
  seats_change integer not null,
  -- of trials, grants and coupons
  free_seats integer not null check (free_seats >= 0)
);
create index subscription_level_at on subscription_level (at)
  include (step, phase, phase_before, monthly_change, seats_change);
create index subscription_level_account on subscription_level (account_id, id);

insert into subscription_level (account_id, at, step, phase, phase_before, monthly_cents, monthly_change, paid_seats,
  seats_change, free_seats)
select account_id, now(), 'start', phase, 'none', cents, cents, paid, paid, free
from (
  select account_id, phase,
    case when phase = 'paid' then license_count - included_licenses else 0 end as paid,
    case when phase = 'paid' then included_licenses else license_count end as free,
    case when phase = 'paid' then floor((2 * 28 * level + months) / (2 * months))::integer else 0 end as cents
  from (
    select account_id, license_count, included_licenses,
      case when status in ('active', 'pending-expiry') and jsonb_typeof(state -> 'cycle') = 'object' then 'paid'
        when status = 'prepaid' then 'granted' else 'trial' end as phase,
      (select coalesce(sum((p ->> 'levelCents')::bigint), 0) from jsonb_array_elements(state -> 'payments') p) as level,
      coalesce(interval_value * case interval_unit when 'd' then 1 when 'w' then 7 when 'm' then 28 else 336 end, 28)
        as months
    from subscription where status <> 'cancelled'
  ) as running
) as levels;

-- Sales by their day, in order of their numbers; the sums of months are read from the index alone.
drop index invoice_issued;
create index invoice_issued on invoice (issued_on, number) include (kind, net_cents, vat_cents);
-- Payments and refunds by their day.
create index ledger_booked on ledger_entry (booked_at) include (kind, amount_cents);
