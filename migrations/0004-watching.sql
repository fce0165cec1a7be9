-- Seen, history, resume position and favourites belong to a user.

create table viewing (
  user_id uuid not null references account_user on delete cascade,
  video_id text not null references video,
  viewed_at timestamptz not null,
  seen boolean not null,
  position_seconds double precision not null default 0 check (position_seconds >= 0),
  primary key (user_id, video_id)
);
create index viewing_recent on viewing (user_id, viewed_at desc);

-- counts the changes of a user's history: its ETag comes from here without reading thousands of rows, and whoever
-- changes a user's viewings locks this row first
create table viewing_revision (
  user_id uuid primary key references account_user on delete cascade,
  revision bigint not null
);

create table favourite (
  user_id uuid not null references account_user on delete cascade,
  video_id text not null references video,
  created_at timestamptz not null,
  primary key (user_id, video_id)
);

-- permission to fetch one video's bytes for a few minutes, on the real clock; only the SHA-256 of the word is stored
create table playback_grant (
  grant_hash bytea primary key,
  -- the session, or the pre-session of a signed-out viewer, that it is bound to
  browser_hash bytea not null,
  user_id uuid references account_user on delete cascade,
  video_id text not null references video,
  expires_at timestamptz not null
);
create index playback_grant_expiry on playback_grant (expires_at);
create index playback_grant_browser on playback_grant (browser_hash, video_id);
