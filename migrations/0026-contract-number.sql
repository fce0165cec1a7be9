-- The number by which a contract is named on its page, in mails and on invoices. Random, since whoever says it may end the contract.
alter table account add column contract_number text not null unique
  default lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint)::text, 13, '0');

-- whether whoever declared it could be told to be the holder: if not, it waits for the account's owner or the operator
alter table declaration add column holder_known boolean not null default true;
