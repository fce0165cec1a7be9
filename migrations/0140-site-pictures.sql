-- compatible: a new table
-- Pictures that were uploaded at the desk, by the name under which `site.yaml` has them. The name holds the digest of the
-- content, so that a row never changes, and former versions of `site.yaml` find theirs.
create table site_picture (
  name text primary key,
  bytes bytea not null,
  -- on the real clock
  saved_at timestamptz not null
);
