-- What time alone brings about is done in steps, each minute or hour: how each fares, by the machine's clock.

create table upkeep_step (
  name text primary key,
  last_run_at timestamptz not null,
  -- empty until it has gone well once
  last_success_at timestamptz,
  -- since when it has not gone well; empty while it does
  failing_since timestamptz,
  -- why not, in words for the operator
  problem text
);
