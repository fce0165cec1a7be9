-- By when the provider wants an answer to a dispute; null where it says none, and for disputes of before.
alter table payment_notice add column due_at timestamptz;
