-- compatible: a new table
-- Addresses of backups: each is good once, for one session, until it expires.
create table backup_download (
  token_hash bytea primary key,
  session_hash bytea not null,
  file text not null,
  -- on the real clock
  expires_at timestamptz not null
);
