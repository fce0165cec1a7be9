-- compatible: a new index
-- For the metrics, which count the attempts of a day.
create index charge_attempt_recent on charge_attempt (created_at);
