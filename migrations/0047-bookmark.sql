-- compatible: a new table, of which an older program knows nothing
-- Moments of films that somebody has marked for themselves, with a word of their own.
create table bookmark (
  user_id uuid not null references account_user on delete cascade,
  video_id text not null references video,
  second integer not null check (second >= 0),
  word text not null check (char_length(word) between 1 and 60),
  created_at timestamptz not null,
  primary key (user_id, video_id, second)
);
