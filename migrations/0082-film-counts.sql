-- What is watched and searched, in sums without persons.

-- A video on a day in the seller's zone: at most videos x days rows.
create table film_day (
  video_id text not null references video (id) on delete cascade,
  day date not null,
  starts integer not null,
  -- of the film, so twice the time of the clock at twice the speed
  seconds double precision not null,
  -- signed-in users who started the video on that day
  viewers integer not null,
  -- for each hundredth of the film: how often its middle was played
  hundredths integer[] not null check (cardinality(hundredths) = 100),
  primary key (video_id, day)
);
create index film_day_by_day on film_day (day);
create index viewing_by_video on viewing (video_id, viewed_at);

-- Searches of spoken words in the last 30 days: hashes under APP_SECRET, so that words stay unknown until three viewers used them.
create table search_use (
  words_hash bytea not null,
  viewer_hash bytea not null,
  day date not null,
  primary key (words_hash, viewer_hash)
);
create index search_use_by_day on search_use (day);

-- Words that three viewers searched within 30 days.
create table searched_words (
  words text not null,
  day date not null,
  searches integer not null,
  -- of these without a result
  in_vain integer not null,
  primary key (words, day)
);
