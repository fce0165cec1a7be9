-- compatible: columns and outcomes that an older program does not use
-- A declaration that waits can be accepted, and then counts from its receipt, or rejected; the holder of a contract can
-- say that it was not them.

alter table declaration drop constraint declaration_outcome_check;
alter table declaration add constraint declaration_outcome_check
  check (outcome in ('received', 'done', 'operator', 'rejected', 'taken-back'));
alter table declaration
  -- somebody said that it is to be carried out, whoever it names
  add column accepted_at timestamptz,
  add column accepted_by text check (accepted_by in ('owner', 'operator')),
  -- money went back by it: then nothing can be restored
  add column refunded boolean not null default false,
  -- SHA-256 of what the holder's mails know; null where they were not told of anything that was done
  add column not_me_hash bytea;
create unique index declaration_not_me on declaration (not_me_hash);
create index declaration_waiting on declaration (received_at) where outcome = 'operator';
