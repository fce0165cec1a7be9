-- Accounts pay, users watch, contacts are how a user is reached and signs in.

create table account (
  id uuid primary key,
  name text not null,
  language text not null default 'en',
  newsletter boolean not null default false,
  country text,
  vat_id text,
  billing_address text,
  version integer not null default 1,
  created_at timestamptz not null
);

create table account_user (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- users get their seats in the order in which they were added
  position bigint generated always as identity,
  name text not null,
  role text not null check (role in ('owner', 'manager', 'user')),
  password_hash text,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index account_user_account on account_user (account_id, position);

create table contact (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  user_id uuid not null references account_user on delete cascade,
  email text not null,
  -- lower case: what is compared; the address is written to as it was typed
  email_key text not null,
  is_primary boolean not null,
  confirmed_at timestamptz,
  created_at timestamptz not null
);
create unique index contact_confirmed_email on contact (email_key) where confirmed_at is not null;
create unique index contact_primary on contact (user_id) where is_primary;
create index contact_email on contact (email_key);
create index contact_account on contact (account_id);

-- codes of mailed links; only the SHA-256 of a code is stored
create table contact_code (
  code_hash bytea primary key,
  contact_id uuid not null references contact on delete cascade,
  purpose text not null check (purpose in ('confirm-contact', 'reset-password', 'create-password')),
  -- the pre-session of the browser that asked: confirming from another one needs a password
  browser_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index contact_code_contact on contact_code (contact_id);

-- sessions live on the real clock; only the SHA-256 of the cookie is stored
create table session (
  token_hash bytea primary key,
  user_id uuid not null references account_user on delete cascade,
  kind text not null check (kind in ('full', 'two-factor-pending')),
  stay_signed_in boolean not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);
