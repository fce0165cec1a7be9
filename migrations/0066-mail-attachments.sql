-- What goes with a mail beside an invoice: the terms that an order was made under. Kept as it was when the mail was
-- written, until the mail is sent or given up.
create table mail_attachment (
  mail_id uuid not null references mail (id) on delete cascade,
  position integer not null,
  file_name text not null,
  content_type text not null,
  bytes bytea not null,
  primary key (mail_id, position)
);
