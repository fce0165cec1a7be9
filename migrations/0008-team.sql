-- Links by which people join an account.

create table invite (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- what the link holds: it can be shown again to whoever manages users, and gives no more than a pending user
  code text not null unique,
  domain text,
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  created_by uuid references account_user on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (max_uses is null or uses <= max_uses)
);
create index invite_account on invite (account_id);

-- the link by which a user is joining: null again once they have confirmed; who does not, gives the seat back
alter table account_user add column joining_by uuid references invite on delete set null;
create index account_user_joining on account_user (joining_by) where joining_by is not null;

create index account_user_removed on account_user (forget_at) where removed_at is not null;
create index account_deletion on account (deletion_at) where deletion_at is not null;
create index account_user_deletion on account_user (deletion_at) where deletion_at is not null;
