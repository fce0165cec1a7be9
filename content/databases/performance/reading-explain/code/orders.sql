-- PostgreSQL: a million orders of 100,000 customers

drop table if exists orders;
create table orders (id integer, customer_id integer, cents integer);
insert into orders
  select n, n / 10, 100 + n % 5000
  from generate_series(1, 1000000) as n;
analyze orders;

-- one process at a time, so that the plans are short
set max_parallel_workers_per_gather = 0;

-- a sequential scan: a million rows are read, ten are kept
explain analyze
select * from orders where customer_id = 4711;

create index on orders (customer_id);
analyze orders;

-- now the index finds them
explain analyze
select * from orders where customer_id = 4711;
