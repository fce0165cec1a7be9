-- A session of somebody else's, laid over the session of the admin who switched into their account: it ends with that one,
-- which keeps its row, and gets a new cookie when the admin returns.
alter table session add column switched_from bytea references session (token_hash) on update cascade on delete cascade;
create index session_switched_from on session (switched_from) where switched_from is not null;
-- When whoever is signed in last proved who they are.
alter table session add column confirmed_at timestamptz;
