-- compatible: new columns, which an older program leaves empty
-- Who watches at this moment: a grant counts as a stream while it was used within the last minute.

alter table playback_grant
  -- null where an older program opened it: such a grant is never counted
  add column opened_at timestamptz,
  add column last_used_at timestamptz,
  -- the name that the player gave itself: what it opens takes the place of what it had open
  add column player text;
create index playback_grant_user on playback_grant (user_id) where user_id is not null;
