-- compatible: an index
-- The sums of a period are read from the index alone: the rows with their hundredths are large.
create index film_day_sums on film_day (day) include (video_id, starts, seconds, viewers);
drop index film_day_by_day;
