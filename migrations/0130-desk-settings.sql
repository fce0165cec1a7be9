-- compatible: a new table
-- Settings of the site that were saved at the desk; a variable of the environment with the same name counts instead.
create table desk_setting (
  -- as in docs/configure.md
  name text primary key,
  -- as it would be typed in the environment; null where it is a secret
  value text,
  -- a secret, sealed with APP_SECRET (decisions/024-app-secret.md)
  sealed bytea,
  check ((value is null) <> (sealed is null))
);
