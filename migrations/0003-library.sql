-- The catalogue as it was imported last. Media lie in the media store under the SHA-256 of their bytes.

create table category (
  id text primary key,
  name text not null,
  url_key text not null,
  position integer not null,
  description text not null default ''
);

create table category_parent (
  category_id text not null references category on delete cascade,
  parent_id text not null references category on delete cascade,
  primary key (category_id, parent_id)
);

create table software_version (
  id text primary key,
  name text not null unique
);

create table video (
  id text primary key,
  title text not null,
  -- Markdown
  description text not null,
  duration_seconds integer not null check (duration_seconds >= 0),
  published_on date not null,
  -- null only where the category left together with the video
  category_id text references category on delete set null,
  tags text[] not null,
  version_ids text[] not null,
  free boolean not null,
  -- keys in the media store
  film_key text not null,
  poster_key text,
  -- [{kind, key, srclang, label}]
  tracks jsonb not null,
  -- [{startSeconds, title}]
  chapters jsonb not null,
  -- a video that left the catalogue keeps its row, and with it everybody's history of it
  withdrawn_at timestamptz,
  check (category_id is not null or withdrawn_at is not null)
);
create index video_category on video (category_id);

-- one row: what the served bytes are made from
create table catalogue (
  only_row boolean primary key default true check (only_row),
  revision bigint not null,
  digest text not null,
  imported_at timestamptz not null
);
