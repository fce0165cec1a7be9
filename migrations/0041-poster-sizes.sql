-- The smaller copies of a poster, by the key of the poster.

create table poster (
  key text primary key,
  -- [{width, key}], narrowest first; empty where none would be smaller
  sizes jsonb not null
);
