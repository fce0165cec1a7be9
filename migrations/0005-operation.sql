-- Mails on their way out, answers kept for repeated requests, settings changed while running.

create table mail (
  id uuid primary key,
  -- the same business event never queues a second mail
  effect_key text not null unique,
  template text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index mail_due on mail (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_recent on mail (created_at desc);

create table idempotent_reply (
  -- SHA-256 of call, browser and Idempotency-Key
  key_hash bytea primary key,
  request_hash bytea not null,
  status integer not null,
  body jsonb not null,
  created_at timestamptz not null
);

create table setting (
  name text primary key,
  value jsonb not null
);
