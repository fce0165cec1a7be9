-- compatible: a new table, of which an older program knows nothing
-- The code of a film: text files that those who may watch it read, copy and download.
create table video_code (
  video_id text not null references video on delete cascade,
  -- in the order in which they are shown
  place integer not null,
  -- the path below the film's folder "code", with "/" between folders
  name text not null,
  text text not null,
  primary key (video_id, place)
);
