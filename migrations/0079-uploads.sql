-- Files that the admin uploads in parts. The bytes are in the file of that id in the folder "uploads" of the media.

create table upload (
  id uuid primary key,
  user_id uuid not null references account_user on delete cascade,
  purpose text not null check (purpose in ('film')),
  video_id text not null references video on delete cascade,
  -- as told by the browser; the name is no path, and says nothing about the content
  name text not null,
  length bigint not null check (length > 0),
  modified_at timestamptz not null,
  -- SHA-256 of both ends of the file: by it the browser knows the file again
  digest text not null,
  received bigint not null default 0 check (received between 0 and length),
  state text not null default 'receiving' check (state in ('receiving', 'complete')),
  created_at timestamptz not null,
  -- the last part
  touched_at timestamptz not null,
  completed_at timestamptz,
  -- the request that writes to the file at the moment; a request that no longer renews its lease has lost it
  lease uuid,
  lease_until timestamptz,
  check ((state = 'complete') = (completed_at is not null)),
  check ((lease is null) = (lease_until is null))
);
create index upload_user on upload (user_id);
create index upload_video on upload (video_id);
