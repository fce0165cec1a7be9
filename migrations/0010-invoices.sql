-- Invoices and credit notes: written once, never changed, kept when the account goes.

create table invoice_series (
  -- the year of issue
  name text primary key,
  last_number integer not null
);

create table invoice (
  id uuid primary key,
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit-note')),
  account_id uuid not null,
  charge_id uuid references charge,
  -- number of the invoice that a credit note corrects
  corrects text references invoice (number),
  issued_on date not null,
  net_cents integer not null,
  vat_cents integer not null,
  gross_cents integer not null,
  -- seller, buyer, lines, tax, notes and period as they were
  facts jsonb not null,
  -- the same event never writes a second one
  effect_key text not null unique,
  created_at timestamptz not null
);
create index invoice_account on invoice (account_id, issued_on);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name;
end $$;
create trigger invoice_unchanged before update on invoice for each row execute function refuse_change();
create trigger ledger_unchanged before update or delete on ledger_entry for each row execute function refuse_change();
