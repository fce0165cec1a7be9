-- compatible: a column that may be null, and a new table, of which an older program knows nothing
-- The pictures of a film that are shown at its time line: {key, width, height, columns, count, everySeconds}, where key is
-- that of the sheet in the media store (src/domain/catalogue/storyboard.ts).

-- as it lay in the video's folder
alter table video add column storyboard jsonb;

-- as it was made here, by the key of the film
create table storyboard (
  film_key text primary key,
  storyboard jsonb not null
);
