-- When accounts began and ceased to pay, read from the index alone: the months of their first payment, and who still pays.
create index subscription_level_paid on subscription_level (account_id, id) include (at, step, phase, phase_before)
  where phase = 'paid' or phase_before = 'paid';
