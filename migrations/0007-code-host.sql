-- Signing in by a third-party code host.

create table code_host_identity (
  -- host and the code host's own number of the person: github.com:583231
  subject text primary key,
  user_id uuid not null unique references account_user on delete cascade,
  login text not null,
  created_at timestamptz not null
);

-- a sign-in under way at the code host: state and PKCE verifier, bound to the browser; real time
create table code_host_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  code_verifier text not null,
  -- page of this site that was wanted
  next_path text,
  expires_at timestamptz not null
);

-- somebody who came from the code host and has not agreed to the terms yet; real time
create table code_host_arrival (
  browser_hash bytea primary key,
  subject text not null,
  login text not null,
  name text not null,
  email text not null,
  avatar_url text,
  expires_at timestamptz not null
);

-- pictures, stored and served by us
create table avatar (
  user_id uuid primary key references account_user on delete cascade,
  -- key in the media store
  key text not null,
  mime_type text not null,
  created_at timestamptz not null
);
create index avatar_key on avatar (key);
