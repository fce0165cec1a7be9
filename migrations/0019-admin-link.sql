-- The one link by which whoever has the command line of the server becomes the admin, or gets back in; real time.
create table admin_link (
  -- a new link takes the place of the earlier one
  only_one boolean primary key default true check (only_one),
  -- SHA-256 of 256 random bit: only whoever saw the command's answer knows the code
  code_hash bytea not null,
  -- what the form is filled in with
  email text,
  -- lets a new password be chosen where there is an admin already
  again boolean not null,
  -- the second factors of that admin go as well
  without_two_factor boolean not null check (again or not without_two_factor),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
