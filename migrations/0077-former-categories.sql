-- compatible: only a new table, which an older program does without
-- Paths at which a category was before it was moved: its URL keys from the top, joined by "/".
create table former_category (
  path text primary key,
  category_id text not null references category on delete cascade
);
create index former_category_category on former_category (category_id);
