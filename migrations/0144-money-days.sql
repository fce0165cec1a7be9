-- compatible: a new table, which an older program leaves as it is, and indexes
-- Sums of the days that are over, of what never changes: documents, bookings and the history of subscriptions.
-- They are stored hourly (setting `money-days` has the last day and its zone), and are computed anew when that setting is missing.
create table money_day (
  -- sales: documents by kind; paid: payments and refunds; levels: changes of subscriptions by step; tax: documents by
  -- what a tax return says of them
  kind text not null check (kind in ('sales', 'paid', 'levels', 'tax')),
  day date not null,
  key text not null,
  count bigint not null,
  -- in the order that the kind says
  sums bigint[] not null,
  primary key (kind, day, key)
);
-- The beginning of the history: few rows, or none.
create index subscription_level_start on subscription_level (id) include (at) where step = 'start';
