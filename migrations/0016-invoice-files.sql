-- What was handed out of an invoice, kept as it was: made when it is first asked for, never changed, gone with the invoice.

create table invoice_file (
  invoice_id uuid not null references invoice on delete cascade,
  format text not null check (format in ('pdf', 'xml')),
  bytes bytea not null,
  sha256 bytea not null,
  created_at timestamptz not null,
  primary key (invoice_id, format)
);
create trigger invoice_file_unchanged before update on invoice_file for each row execute function refuse_change();

-- a mail that brings an invoice: its PDF is attached when it is sent
alter table mail add column invoice_id uuid references invoice on delete set null;
create index mail_invoice on mail (invoice_id) where invoice_id is not null;

-- what is older than it has to be kept is looked for every day
create index invoice_issued on invoice (issued_on);
