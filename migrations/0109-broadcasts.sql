-- Mails that the operator writes to many: to the subscribers of the newsletter, or to customers about their contract.
create table broadcast (
  id uuid primary key,
  kind text not null check (kind in ('newsletter', 'contract')),
  -- of the text
  language text not null check (language in ('en', 'de')),
  subject text not null,
  text text not null,
  -- recipients: null for all
  to_language text check (to_language in ('en', 'de')),
  to_status text,
  created_at timestamptz not null,
  send_at timestamptz not null,
  -- counted when it was ordered
  recipients integer not null,
  ended_at timestamptz,
  stopped_by text check (stopped_by in ('admin', 'refusals')),
  -- what became of it; null while its mails are kept
  sent integer,
  refused integer,
  unknown integer,
  unsubscribed integer
);

create index broadcast_running on broadcast (send_at) where ended_at is null;
create index broadcast_counted on broadcast (ended_at) where sent is null;

-- A mail of a broadcast is handed over to the mail server at most once: where nobody knows whether it was taken, it is not
-- sent again.
alter table mail
  add column broadcast_id uuid references broadcast (id),
  add column outcome_unknown boolean not null default false;
create index mail_broadcast on mail (broadcast_id, created_at) where broadcast_id is not null;

-- Since when mail servers say that this address does not exist.
alter table contact add column undeliverable_since timestamptz;
