-- PostgreSQL; run it twice and look at the hits

create table if not exists visits (
  page text not null,
  day date not null,
  hits integer not null
);

-- the judge
drop index if exists visits_page_day_idx;
create unique index on visits (page, day);

insert into visits (page, day, hits)
values ('/pricing', current_date, 1)
on conflict (page, day)
do update set hits = visits.hits + excluded.hits
returning hits;
