-- PostgreSQL: one running subscription for each customer, as many ended ones as you like

drop table if exists subscriptions;
create table subscriptions (customer_id integer not null, ended_at timestamptz);

create unique index one_running
on subscriptions (customer_id)
where ended_at is null;

insert into subscriptions values (1, now()), (1, now()), (1, null);

-- a second running one is refused
do $$ begin
  insert into subscriptions values (1, null);
  raise exception 'this must not happen';
exception when unique_violation then
  raise notice 'there is a running one already';
end $$;

select count(*) from subscriptions; -- 3
