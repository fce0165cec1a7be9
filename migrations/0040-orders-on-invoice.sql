-- Orders that are paid by bank transfer after they were placed. An older program would cancel them after a day, so it is refused.

alter table shop_checkout
  -- null: no card form was begun
  alter column provider drop not null,
  alter column mode drop not null,
  add constraint shop_checkout_payer check (customer is null or (provider is not null and mode is not null));

alter table shop_order
  -- the last day on which an invoice is to be paid; null: a card pays
  add column due_on date,
  add column bank jsonb,
  -- when the money was on the seller's account
  add column received_on date,
  add column reminders smallint not null default 0,
  add constraint shop_order_bank check ((due_on is null) = (bank is null));
create index shop_order_owed on shop_order (due_on) where due_on is not null and paid_at is null;
