-- compatible: new tables, of which an older program knows nothing
-- People whom the operator moves in from another site by a file.

create table people_import (
  id uuid primary key,
  file text not null,
  state text not null check (state in ('checked', 'running', 'done', 'undoing', 'undone')),
  -- headings of the file, until its rows are forgotten
  columns jsonb not null,
  -- of rows without a language
  language text not null,
  good integer not null,
  bad integer not null,
  -- business time, as are the others
  checked_at timestamptz not null,
  started_at timestamptz
);
create index people_import_started on people_import (started_at);

-- Rows that wait to be imported, and those that are not, with the reason. A row goes when its person is added; the rest after
-- 24 hours.
create table people_import_row (
  import_id uuid not null references people_import on delete cascade,
  row integer not null,
  cells jsonb not null,
  -- what was read from the cells of a good row
  person jsonb,
  fault text,
  primary key (import_id, row)
);

create table imported_person (
  account_id uuid primary key references account on delete cascade,
  import_id uuid not null references people_import,
  invited_at timestamptz,
  -- why an undone import left the person
  kept_because text check (kept_because in ('invited', 'logged-in', 'bought'))
);
create index imported_person_import on imported_person (import_id);

alter table newsletter_consent drop constraint newsletter_consent_means_check;
alter table newsletter_consent add constraint newsletter_consent_means_check
  check (means in ('registration', 'code-host', 'profile', 'mail', 'before', 'import'));
