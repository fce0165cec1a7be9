-- compatible: only another index, which an older program does without
-- Due subscriptions are read in pages, the longest waiting first.

drop index subscription_due;
create index subscription_due on subscription ((coalesce(due_at, case when state is null then until end)), account_id)
  where status <> 'cancelled';
