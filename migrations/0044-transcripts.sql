-- What is said in films, for the search. Filled from the captions in the media store, which SQL cannot read: after each import, and
-- by the upkeep for films that were imported before.

create table transcript (
  video_id text not null references video on delete cascade,
  srclang text not null,
  -- the captions that it was made from
  captions_key text not null,
  -- how words are reduced to their stems, by the language
  config text not null check (config in ('english', 'german', 'simple')),
  words tsvector not null,
  primary key (video_id, srclang)
);
create index transcript_words on transcript using gin (words);

create table transcript_sentence (
  video_id text not null,
  srclang text not null,
  place integer not null,
  start_seconds double precision not null,
  text text not null,
  words tsvector not null,
  primary key (video_id, srclang, place),
  foreign key (video_id, srclang) references transcript on delete cascade
);
