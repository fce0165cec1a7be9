-- compatible: new columns, which an older program does not set
-- What the operator does with orders: packed, shipped, delivered, and by which number a parcel is followed.

alter table shop_order
  add column packed_at timestamptz,
  add column shipped_at timestamptz,
  add column delivered_at timestamptz,
  add column tracking_number text;
create index shop_order_newest on shop_order (placed_at desc, id);
