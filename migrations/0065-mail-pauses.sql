-- compatible: a new table and new columns, of which an older program knows nothing
-- A host that does not answer, or puts mails off, delays its own mails alone.
alter table mail
  add column domain text generated always as (lower(substring(recipient from '[^@]*$'))) stored,
  -- all real time: until when a process that sends it holds it
  add column taken_until timestamptz,
  -- its first attempt that failed, or the one for which it waits
  add column put_off_since timestamptz,
  add column delivered_at timestamptz,
  -- attempts have ended, without a refusal
  add column given_up_at timestamptz;
create index mail_next on mail ((attempts > 0), next_attempt_at, position)
  where sent_at is null and failed_at is null;
create index mail_waiting on mail (domain, recipient) where sent_at is null and failed_at is null;
create index mail_taken_before on mail (domain) where sent_at is not null;
create index mail_delivered on mail (delivered_at) where delivered_at is not null;
create index mail_failed on mail (failed_at) where failed_at is not null;

-- Whom no mails are sent to for a while: the hosts of one domain, or "*", the mail server of the site.
create table mail_pause (
  scope text primary key,
  -- in a row, each of another recipient than the one before
  failures integer not null,
  -- the last mail that failed there; it may have been deleted since
  mail_id uuid,
  -- real time; null until there is reason for a pause
  until timestamptz
);
