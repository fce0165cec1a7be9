-- What the desk's table of people is sorted by and found by.

create index account_newest on account (created_at, id);
create index account_by_name on account ((lower(name)) collate "C", id);
create index account_vat_id on account (vat_id) where vat_id is not null;
create index subscription_by_end on subscription (until);
create index payment_method_last4 on payment_method (last4);
