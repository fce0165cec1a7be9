-- What a refund credits of an invoice with several rates of tax: each with its net sum, as its credit note will say it.
alter table refund add column taxes jsonb;
