-- compatible: a new table and a new column, which an older program does without
-- Former names of videos' folders: their addresses lead to the video, and everything that refers to them moves to it.
create table former_video (
  former_id text primary key,
  video_id text not null references video,
  -- when the import noted it, on the real clock
  since timestamptz not null,
  check (former_id <> video_id)
);
create index former_video_video on former_video (video_id);

-- the id under which the comments service keeps the video's thread; null for the video's own
alter table video add column comments_id text;
