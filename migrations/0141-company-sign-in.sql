-- compatible: new tables, and a column that may be empty
-- Company sign-in (OpenID Connect) of an account's users. All times are on the real clock.

create table company_sign_in (
  id uuid primary key,
  account_id uuid not null unique references account on delete cascade,
  domain text not null,
  -- what the DNS record has to say
  dns_token text not null,
  -- null: not proven, or no longer
  proven_at timestamptz,
  -- the last time that the DNS gave an answer
  looked_up_at timestamptz,
  issuer text,
  client_id text,
  -- sealed for this row
  client_secret bytea,
  -- the owner's successful try with this very provider; users sign in from then on
  tried_at timestamptz,
  is_only boolean not null default false,
  created_at timestamptz not null
);
-- a domain belongs to one account
create unique index company_sign_in_domain on company_sign_in (domain) where proven_at is not null;

-- who a person of the provider is here; stays while the user is removed, so that they cannot join again
create table company_identity (
  account_id uuid not null references account on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null unique references account_user on delete cascade,
  created_at timestamptz not null,
  primary key (account_id, issuer, subject)
);

create table company_attempt (
  state_hash bytea primary key,
  company_id uuid not null references company_sign_in on delete cascade,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  next_path text,
  -- the owner's try
  is_trial boolean not null,
  expires_at timestamptz not null
);

create table company_session (
  token_hash bytea primary key references session (token_hash) on delete cascade on update cascade,
  company_id uuid not null references company_sign_in on delete cascade,
  issuer text not null,
  subject text not null,
  -- the provider's name of the session
  sid text,
  -- sealed for this row's company
  refresh_token bytea,
  refresh_at timestamptz
);
create index company_session_refresh on company_session (refresh_at) where refresh_token is not null;
create index company_session_company on company_session (company_id, subject);

-- the session ends then, however much it is used
alter table session add column ends_by timestamptz;
