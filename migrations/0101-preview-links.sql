-- compatible: a new table, and a new column that an older program leaves empty
-- An address at which a video can be seen before it is published. Only a hash of its key is stored.
create table preview_link (
  key_hash bytea primary key,
  video_id text not null references video on delete cascade,
  -- both on the real clock
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index preview_link_video on preview_link (video_id);
create index preview_link_expires on preview_link (expires_at);

-- a playback of a preview ends with its link
alter table playback_grant add column preview_hash bytea references preview_link on delete cascade;
create index playback_grant_preview on playback_grant (preview_hash) where preview_hash is not null;
