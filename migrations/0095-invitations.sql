-- compatible: a column of a table that an older program does not use
-- The admin orders invitations; they are written a few each minute.
alter table imported_person add column invitation_ordered_at timestamptz;
create index imported_person_ordered on imported_person (invitation_ordered_at)
  where invitation_ordered_at is not null and invited_at is null;
