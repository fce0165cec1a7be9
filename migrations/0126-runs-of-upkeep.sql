-- compatible: older programs write none of these columns
-- How long the last run of a step took, and its last fault, which stays when the step goes well again.
alter table upkeep_step add column duration_ms integer;
alter table upkeep_step add column last_problem text;
alter table upkeep_step add column last_problem_at timestamptz;
