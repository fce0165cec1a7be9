-- Test keys and live keys of a provider are two worlds: what one has stored, the other does not have. `unknown` is what was
-- stored before the mode was noted; it is found out when the customer is asked for the next time.

alter table payment_customer
  add column mode text not null default 'unknown' check (mode in ('test', 'live', 'unknown'));
update payment_customer set mode = 'test' where provider = 'sandbox';
alter table payment_customer alter column mode drop default;
alter table payment_customer drop constraint payment_customer_pkey;
alter table payment_customer add primary key (account_id, provider, mode);

alter table payment_method
  add column mode text not null default 'unknown' check (mode in ('test', 'live', 'unknown'));
update payment_method set mode = 'test' where provider = 'sandbox';
alter table payment_method alter column mode drop default;

alter table charge_attempt
  add column mode text not null default 'unknown' check (mode in ('test', 'live', 'unknown'));
update charge_attempt set mode = 'test' where provider = 'sandbox';
alter table charge_attempt alter column mode drop default;
