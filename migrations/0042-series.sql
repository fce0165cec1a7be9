-- Series: films of the catalogue in the order in which they are taught.

create table series (
  url_key text primary key,
  title text not null,
  level text not null check (level in ('beginner', 'intermediate', 'advanced')),
  position integer not null,
  -- Markdown
  description text not null,
  poster_key text,
  -- ids of videos in teaching order; an import makes sure that they are there
  video_ids text[] not null,
  -- a series that left the catalogue keeps its row: its page says that it is gone
  withdrawn_at timestamptz
);
