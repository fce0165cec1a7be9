-- compatible: columns that an older program neither reads nor needs
-- People who move in with a card that is at this site's Stripe account.

-- business time: when the operator stated that the old subscriptions have ended
alter table people_import add column old_ended_at timestamptz;

-- their customer at Stripe, and how they are charged, until that is decided
alter table imported_person add column customer text;
alter table imported_person add column terms jsonb;
-- when their next period begins
alter table imported_person add column charged_from timestamptz;
-- whether they are charged here: decided when the operator has stated that
alter table imported_person add column taken_over boolean;
create unique index imported_person_customer on imported_person (customer) where customer is not null;

-- a customer that was not created here is never deleted at the provider
alter table payment_customer add column imported boolean not null default false;
