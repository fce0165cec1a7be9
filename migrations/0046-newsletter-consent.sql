-- compatible: a new table and new columns, of which an older program knows nothing
-- Who agreed to the newsletter or withdrew from it, when, how, and to which words.
create table newsletter_consent (
  id uuid primary key,
  position bigint generated always as identity,
  account_id uuid not null references account (id) on delete cascade,
  agreed boolean not null,
  -- business time; null for an agreement from before it was written down
  at timestamptz,
  -- what was read beside the box; null for a withdrawal, and where it was not written down
  text text,
  means text not null check (means in ('registration', 'code-host', 'profile', 'mail', 'before'))
);
create index newsletter_consent_account on newsletter_consent (account_id, position);

-- that they agreed is known, when and to which words is not
insert into newsletter_consent (id, account_id, agreed, means)
  select gen_random_uuid(), id, true, 'before' from account where newsletter;

-- a mail that one can unsubscribe from, and the business time from which on it is not sent any more
alter table mail add column unsubscribe_url text;
alter table mail add column send_before timestamptz;
