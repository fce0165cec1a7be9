-- compatible: a column that an older program does not set
-- When a consumer withdrew from an order: its goods are awaited, or its money has gone back.

alter table shop_order add column withdrawn_at timestamptz;
