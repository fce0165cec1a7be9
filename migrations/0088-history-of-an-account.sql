-- What the history of an account and the inbox of the desk read by.

create index mail_to on mail ((lower(recipient collate "C")), created_at);
create index payment_notice_account on payment_notice (account_id) where account_id is not null;
create index subscription_trouble on subscription (until) where health <> 'ok';
