-- What a user proves who they are with, beside the password.

alter table account_user
  add column language text check (language in ('en', 'de')),
  -- given by an admin: works once, and then only to choose a password of one's own; real time
  add column temporary_password_hash text,
  add column temporary_password_until timestamptz,
  -- keeps the history of a removed user until then, so that adding them again restores it; business time
  add column forget_at timestamptz;

alter table account
  add column deletion_at timestamptz,
  add column deletion_asked_by uuid;
alter table account_user
  add column deletion_at timestamptz;

alter table session drop constraint session_kind_check;
alter table session
  add constraint session_kind_check check (kind in ('full', 'two-factor-pending', 'password-change')),
  -- what a list of sessions names a session by; the hash stays in the house
  add column id uuid not null default gen_random_uuid(),
  add column network text,
  -- wrong second factors: the sixth ends a pending session
  add column failures integer not null default 0,
  -- signed in with a temporary password: its change comes after the second factor
  add column must_change_password boolean not null default false;
create unique index session_id on session (id);

-- an authenticator app (RFC 6238); the secret is encrypted with a key made from APP_SECRET
create table user_totp (
  user_id uuid primary key references account_user on delete cascade,
  secret bytea not null,
  -- null until its first code was sent
  confirmed_at timestamptz,
  -- the last 30 second step that was used: no code works twice
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- only the SHA-256 of a recovery code is stored: 128 bit each
create table recovery_code (
  code_hash bytea primary key,
  user_id uuid not null references account_user on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_user on recovery_code (user_id);

create table passkey (
  id uuid primary key,
  -- base64url, as the browser names it
  credential_id text not null unique,
  user_id uuid not null references account_user on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- challenges of passkeys, bound to the browser that asked; real time
create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign-in')),
  browser_hash bytea not null,
  user_id uuid references account_user on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- browsers in which a user has signed in: another one is told of by mail; real time
create table known_browser (
  user_id uuid not null references account_user on delete cascade,
  browser_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, browser_hash)
);
