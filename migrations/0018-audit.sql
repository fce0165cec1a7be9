-- What the admin did, each entry chained to the one before it: rows are added, never changed.

create table audit_entry (
  -- 1, 2, 3, … without a gap
  position integer primary key check (position > 0),
  at timestamptz not null,
  -- users and accounts by id, and no reference: entries outlive them
  actor_id uuid not null,
  acting_as uuid,
  action text not null,
  target text not null,
  network text not null,
  request_id text not null,
  -- JSON as it was hashed; no secrets
  before text,
  after text,
  previous_hash bytea not null,
  hash bytea not null
);
create index audit_target on audit_entry (target, position);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_log_stays before truncate on audit_entry
  for each statement execute function refuse_audit_change();
