-- the statements of one payment, with values in place of $1 to $5

begin;

insert into attempts (key, body_hash) values ($1, $2)
on conflict (key) do nothing
returning key;  -- no row? answer from the table

insert into payments (customer_id, cents)
values ($3, $4);
update attempts set answer = $5 where key = $1;

commit;
