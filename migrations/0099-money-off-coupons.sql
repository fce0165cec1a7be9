-- A coupon that takes money off a subscription grants no users. Its terms are percent or offCents, periods, intervals,
-- firstTime.
alter table coupon add column off jsonb;
alter table coupon drop constraint coupon_license_count_check;
alter table coupon add constraint coupon_license_count_check check (license_count > 0 or off is not null);
-- Its use counts when the first charge is settled: the price was promised before, so that count may pass the limit.
alter table coupon drop constraint coupon_check;
alter table coupon add constraint coupon_check
  check (uses >= 0 and (max_uses is null or uses <= max_uses or off is not null));
-- Kept for the next purchase, without a count: neither reserved nor redeemed. `charge_key`: the charge that used it.
alter table coupon_use add column charge_key text;
create unique index coupon_kept on coupon_use (account_id) where redeemed_at is null and reserved_until is null;
create index coupon_use_charge on coupon_use (account_id, charge_key) where charge_key is not null;
