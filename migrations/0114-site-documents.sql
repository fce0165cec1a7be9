-- compatible: a new table
-- Documents of the site that were saved at the desk, each version: the newest counts in place of the file of that name.
create table site_document (
  name text not null,
  version integer not null check (version > 0),
  -- null: from then on the file counts
  text text,
  -- SHA-256 of the file that was there at the time, in hex; null where there was none
  file_digest text,
  -- on the real clock
  saved_at timestamptz not null,
  primary key (name, version)
);
