-- compatible: programs before it do not count here

-- How often something has been tried by whom, counted for all processes of a site together. The columns are those that
-- the library rate-limiter-flexible expects. Unlogged: a crash of the server may forget them, and no attempt waits for
-- the disk.

create unlogged table attempt_count (
  -- the limit, and an HMAC of whom it counts: no address is kept here
  key varchar(255) primary key,
  points integer not null default 0,
  -- milliseconds since 1970, by the clock of the process
  expire bigint
) with (fillfactor = 70);
create index attempt_count_expiry on attempt_count (expire);
