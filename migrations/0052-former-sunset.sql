-- A former version ended contracts at SERVICE_MODE=sunset: it told everybody by mail and remembered when all had become free.
insert into setting (name, value)
select 'service-closing', jsonb_build_object('effectiveAt', now(), 'begunAt', now(), 'isFormer', true)
where exists (select from setting where name = 'freed-by-sunset')
  or exists (select from mail where effect_key like 'sunset-announced %')
on conflict (name) do nothing;
