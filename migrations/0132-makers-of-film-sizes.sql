-- compatible: a new column with a default, which an older program leaves alone
-- Who made a film file: what the site made is no part of the folder of an export.
alter table film_size add column made_by text not null default 'folder' check (made_by in ('folder', 'site'));

-- a video that no import has brought can have its film only from the site
update film_size set made_by = 'site' where film_key in (
  select unnest(array[film_key, small_film_key]) from video where not from_folder
  union
  select unnest(array[document ->> 'film_key', document ->> 'small_film_key']) from library_version
    where kind = 'video' and not (document ->> 'from_folder')::boolean);
