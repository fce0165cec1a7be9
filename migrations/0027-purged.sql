-- compatible: an older program does not know the table, and its purges stand in no list
-- What was purged, until it stands in the list that is kept outside of backups (PURGE_LIST): a backup of before would bring
-- it back. Only ids, which name nobody.
create table purged (
  id text primary key,
  kind text not null check (kind in ('account', 'user')),
  purged_at timestamptz not null
);
