-- The admin looks people up by a part of their name or email.

-- from a person to their contacts; the primary one alone had an index
create index contact_user on contact (user_id);

-- beginnings, in any locale
create index account_user_name_beginning on account_user ((lower(name)) collate "C");
create index contact_email_beginning on contact (email_key collate "C");

-- Anything in between, where the server has trigrams: PostgreSQL's own package brings them, some servers and the embedded
-- database do not. Without them the same is found by reading every row.
do $$ begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index account_user_name_part on account_user using gin ((lower(name)) collate "C" gin_trgm_ops);
    create index contact_email_part on contact using gin (email_key collate "C" gin_trgm_ops);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm may not be installed by this role; looking people up reads every row';
end $$;
