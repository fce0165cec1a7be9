-- PostgreSQL: many jobs that are done, forty that are open

drop table if exists jobs;
create table jobs (id integer, status text not null, run_at timestamptz not null);
insert into jobs
  select n, case when n <= 40 then 'open' else 'done' end, now() + n * interval '1 minute'
  from generate_series(1, 200000) as n;

create index open_jobs on jobs (run_at)
where status = 'open';
create index all_jobs on jobs (status, run_at);
analyze jobs;

-- how large each of them is
select relname, pg_size_pretty(pg_relation_size(oid)) as size
from pg_class where relname in ('open_jobs', 'all_jobs') order by relname;
drop index all_jobs;

-- the query says the same words as the index
explain select * from jobs
where status = 'open'
order by run_at limit 10;

select * from jobs
where status = 'open'
order by run_at limit 10;
