-- What is learnt about money without having asked for it, and what the operator has to look at.

-- the attempt whose money goes back: a charge that was paid twice has two
alter table refund add column attempt_id uuid references charge_attempt;
update refund set attempt_id = (
  select id from charge_attempt where charge_attempt.charge_id = refund.charge_id and state = 'succeeded' limit 1
);
alter table refund alter column attempt_id set not null;
alter table refund drop constraint refund_charge_id_reason_key;
create unique index refund_once on refund (charge_id, reason, attempt_id);
create index refund_ref on refund (provider_ref) where provider_ref is not null;

-- kept when the account goes, as all that was paid
create table payment_notice (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id uuid,
  provider text,
  -- what the provider calls it
  ref text,
  -- our attempt, or the one that the provider names and nobody here knows
  attempt_id text,
  amount_cents integer,
  -- the same thing is told once
  effect_key text not null unique,
  -- real time
  noted_at timestamptz not null
);

-- one row for each comparison of a provider's books with the ledger
create table reconciliation (
  id bigint generated always as identity primary key,
  provider text not null,
  -- real time
  since timestamptz not null,
  ran_at timestamptz not null,
  outcome text not null check (outcome in ('agrees', 'differs', 'unreachable')),
  charges integer not null,
  refunds integer not null,
  -- what the house did not know and has taken up
  settled integer not null,
  -- kinds and references of what nobody can explain
  differences jsonb not null
);
create index reconciliation_last on reconciliation (provider, ran_at);

-- the sandbox: which of the house's refunds it is (null: made at its own desk), and disputes
alter table sandbox_refund add column refund_id text;
create table sandbox_dispute (
  ref text primary key,
  charge_ref text not null references sandbox_charge,
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('open', 'won', 'lost')),
  created_at timestamptz not null
);
