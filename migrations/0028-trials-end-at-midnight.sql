-- A trial runs through its whole last day: those that run end at the next midnight where the seller is, which was
-- Europe/Berlin for everybody until now. The end that each page, mail and charge names is that moment.
create temporary table moved_trial on commit drop as
  select account_id, until as was,
    (date_trunc('day', (until - interval '1 microsecond') at time zone 'Europe/Berlin') + interval '1 day')
      at time zone 'Europe/Berlin' as midnight
  from subscription
  where status = 'trial';

update subscription
set until = moved.midnight,
  due_at = case when subscription.due_at = moved.was then moved.midnight else subscription.due_at end
from moved_trial moved
where subscription.account_id = moved.account_id;

-- a reminder that was sent names the moment it was about, and is not sent again for the new one
update mail
set effect_key = replace(effect_key, to_char(moved.was at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char(moved.midnight at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from moved_trial moved
where effect_key like '% ' || moved.account_id || ' % before '
  || to_char(moved.was at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  and moved.was <> moved.midnight;
