-- compatible: a new column, which an older program leaves empty
-- days of the free trial that the mail asking for a confirmation has promised
alter table account add column trial_days smallint;
