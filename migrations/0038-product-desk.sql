-- compatible: columns with a default, which an older program leaves as they are
-- What the operator edits has a version, so that two who edit it at once do not undo each other.

alter table shop_product add column version integer not null default 1;
alter table shop_goods add column version integer not null default 1;
alter table shop_shipping_method add column version integer not null default 1;
alter table shop_discount add column version integer not null default 1;
