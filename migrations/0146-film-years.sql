-- compatible: a new table, kept by triggers whatever program writes the days, and a smaller index

-- Sums of film_day for each video and year: a report of a year reads two rows of a video instead of 365.
-- They are cumulative: place 1 is 0, place n + 1 the sum from January to the end of month n.
create table film_year (
  video_id text not null references video (id) on delete cascade,
  year integer not null,
  starts integer[] not null check (cardinality(starts) = 13),
  -- days on which the video was watched
  days integer[] not null check (cardinality(days) = 13),
  primary key (video_id, year)
);

-- Adds the rows `changed` to the sums, or takes them off with -1 as argument. A deleted video has no sums.
create function sum_film_days() returns trigger language plpgsql as $$
declare
  sign integer := tg_argv[0];
begin
  insert into film_year as stored (video_id, year, starts, days)
    select video_id, year, array_agg(starts order by place), array_agg(days order by place)
    from (
      select video_id, extract(year from day)::integer as year, place,
        sum(case when extract(month from day) < place then sign * starts else 0 end)::integer as starts,
        sum(case when extract(month from day) < place then sign else 0 end)::integer as days
      from changed, generate_series(1, 13) as place
      where exists (select from video where id = video_id)
      group by video_id, extract(year from day), place) as sums
    group by video_id, year order by video_id, year
  on conflict (video_id, year) do update set
    starts = array(select a + b from unnest(stored.starts, excluded.starts) as both_of (a, b)),
    days = array(select a + b from unnest(stored.days, excluded.days) as both_of (a, b));
  return null;
end $$;
create trigger film_day_inserted after insert on film_day referencing new table as changed
  for each statement execute function sum_film_days('1');
create trigger film_day_deleted after delete on film_day referencing old table as changed
  for each statement execute function sum_film_days('-1');
create trigger film_day_updated_from after update on film_day referencing old table as changed
  for each statement execute function sum_film_days('-1');
create trigger film_day_updated_to after update on film_day referencing new table as changed
  for each statement execute function sum_film_days('1');

insert into film_year (video_id, year, starts, days)
  select video_id, year, array_agg(starts order by place), array_agg(days order by place)
  from (
    select video_id, extract(year from day)::integer as year, place,
      sum(case when extract(month from day) < place then starts else 0 end)::integer as starts,
      sum(case when extract(month from day) < place then 1 else 0 end)::integer as days
    from film_day, generate_series(1, 13) as place
    group by video_id, extract(year from day), place) as sums
  group by video_id, year;

-- A ranking reads starts alone.
create index film_day_starts on film_day (day) include (video_id, starts);
drop index film_day_sums;
