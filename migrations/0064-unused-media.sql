-- compatible: only a new table, which an older program does without
-- Keys of the media store that nothing names, since when on the real clock: the upkeep removes their bytes after some days.
create table unused_media (
  key text primary key,
  since timestamptz not null
);
create index unused_media_since on unused_media (since);
