-- PostgreSQL

create temporary table sales (day date, shop text, amount integer);
insert into sales values
  ('2025-05-01', 'Bonn', 10),
  ('2025-05-02', 'Kiel', 20),
  ('2025-05-03', 'Bonn', 30),
  ('2025-05-04', 'Kiel', 40);

-- folds all rows into one: 100
select sum(amount) as total
from sales;

-- keeps the rows, with the sum up to each: 10, 30, 60, 100
select day, shop, amount,
       sum(amount) over (order by day) as running
from sales;

-- begins anew for each shop: 10, 40 and 20, 60
select day, shop, amount, sum(amount) over (
  partition by shop order by day
) as running
from sales;
