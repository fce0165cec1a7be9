-- The pause of a subscription: from the end of its paid time, until its next period. Both or none.
alter table subscription
  add column paused_from timestamptz,
  add column paused_until timestamptz,
  add constraint subscription_pause check ((paused_from is null) = (paused_until is null));
