-- An address that the admin moves for a user: proven by a link to the new one, objected to by a link to the former one.
-- Deleted two weeks after what happened last.
create table contact_move (
  id uuid primary key,
  user_id uuid not null references account_user on delete cascade,
  -- the contact to be replaced; null once it is
  contact_id uuid references contact on delete set null,
  email text not null,
  email_key text not null,
  -- the replaced address
  former_email text,
  former_key text,
  -- of the links, only the SHA-256 is stored
  proof_hash bytea not null unique,
  objection_hash bytea unique,
  created_at timestamptz not null,
  proven_at timestamptz,
  objected_at timestamptz
);
create index contact_move_user on contact_move (user_id);
