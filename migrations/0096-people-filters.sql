-- What the desk's table of people is filtered by: each filter reads one index.

-- An account has the language of its owner; the choice of an owner of before is stored here, too.
update account set language = owner.language
from account_user as owner
where owner.account_id = account.id and owner.role = 'owner' and owner.language <> account.language;

create index account_by_language on account (language, created_at, id);
drop index subscription_by_end;
create index subscription_by_end on subscription (until, account_id);
create index subscription_by_status on subscription (status, until, account_id);
