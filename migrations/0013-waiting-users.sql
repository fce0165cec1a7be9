-- A change of a team that is paid for: it is made in the transaction that books the payment, or never.

create table waiting_users (
  -- an account has one charge that is not settled, at most
  account_id uuid primary key references account on delete cascade,
  -- of the charge that pays for it, as the subscription's state names it
  charge_key text not null,
  -- who asked, the rows of the table of users, and who of them is to be notified
  change jsonb not null,
  created_at timestamptz not null
);
