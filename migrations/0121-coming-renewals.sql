-- compatible: a new table and a new column, which an older program leaves as they are: its changes are counted later
-- The periods that follow within the next months, and the subscriptions that end: a forecast, computed from each subscription
-- after it has changed.
create table coming_renewal (
  account_id uuid not null references account on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('renewed', 'cancelled', 'paused', 'trial', 'granted')),
  -- of the next period; of what is not renewed, what the next period would have cost
  net_cents integer not null check (net_cents >= 0),
  seats integer not null check (seats >= 0),
  primary key (account_id, at, kind)
);
create index coming_renewal_at on coming_renewal (at, account_id) include (kind, net_cents, seats);
-- The version that the forecast was computed from; null: none yet.
alter table subscription add column forecast_version integer;
create index subscription_without_forecast on subscription (account_id) where forecast_version is distinct from version;
