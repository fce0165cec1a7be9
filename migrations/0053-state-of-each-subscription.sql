-- What began without money (trial, coupon) had its columns alone until something was decided: now each has its whole state.
update subscription set
  due_at = coalesce(due_at, case when status <> 'cancelled' then until end),
  state = jsonb_build_object(
    'status', status,
    'until', to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'licenseCount', license_count,
    'includedLicenses', included_licenses,
    'includedUntil',
      case when included_licenses > 0 then to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
    'coupon', coupon_code,
    'plan', null,
    'interval',
      case when interval_value is not null then jsonb_build_object('value', interval_value, 'unit', interval_unit) end,
    'nextInterval', null,
    'provider', null,
    'method', null,
    'cycle', null,
    'periodStart', null,
    'periodIndex', 0,
    'term', 0,
    'contractAt', null,
    'creditCents', credit_cents,
    'periodCreditCents', 0,
    'consumer', true,
    'openCharge', null,
    'payments', jsonb_build_array(),
    'version', version
  )
where state is null;

alter table subscription alter column state set not null;

drop index subscription_due;
create index subscription_due on subscription (due_at, account_id) where status <> 'cancelled';
