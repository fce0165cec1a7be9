-- compatible: a new table
-- Keys by which programs make the calls of the desk. Only the digest of a key is stored. All times are on the real clock.
create table api_key (
  id uuid primary key,
  name text not null,
  key_hash bytea not null unique,
  -- tells the operator which key it is
  ending text not null,
  scopes jsonb not null,
  -- networks in CIDR notation; an empty list: any
  networks jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  withdrawn_at timestamptz,
  last_used_at timestamptz
);
