-- What a provider refuses for good is told apart from what a bank declines: it is not sent again, and says why.

alter table charge drop constraint charge_state_check;
alter table charge add check (state in ('submitted', 'succeeded', 'declined', 'failed', 'needs-action', 'processing',
  'unknown', 'abandoned'));
alter table charge_attempt drop constraint charge_attempt_state_check;
alter table charge_attempt add check (state in ('submitted', 'succeeded', 'declined', 'failed', 'needs-action',
  'processing', 'unknown', 'abandoned'));

-- why it has to be looked at, in the provider's words where it has some; and when the operator was mailed about it (real time)
alter table payment_notice
  add column reason text,
  add column mailed_at timestamptz;
-- what was noted until now stands in the log already
update payment_notice set mailed_at = noted_at;
create index payment_notice_unmailed on payment_notice (noted_at) where mailed_at is null;
