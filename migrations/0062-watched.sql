-- compatible: a new table and a new column, of which an older program knows nothing
-- How long each user has watched each video, counted while it is played.

create table watched (
  user_id uuid not null references account_user on delete cascade,
  video_id text not null references video,
  -- seconds of the film that were played, again and again if so
  played_seconds double precision not null default 0 check (played_seconds >= 0),
  -- what was taken for it before it was counted: all of a video that was seen, of others up to where they were left
  estimated_seconds double precision not null default 0 check (estimated_seconds >= 0),
  primary key (user_id, video_id)
);

insert into watched (user_id, video_id, estimated_seconds)
  select w.user_id, w.video_id,
    case when w.seen then v.duration_seconds else least(w.position_seconds, v.duration_seconds) end
  from viewing w join video v on v.id = w.video_id
  where w.seen or w.position_seconds > 0;

-- when what was played of it was counted last, on the real clock; null where it has not been yet: then it is since it was opened
alter table playback_grant add column counted_at timestamptz;
