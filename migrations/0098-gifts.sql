-- A voucher that is mailed to its recipient on a day. Recipient and message are deleted once it is sent.
create table shop_gift (
  coupon_key text primary key references shop_voucher on delete cascade,
  send_on date not null,
  recipient text,
  message text not null default '',
  -- name of a file of the folder pictures
  picture text,
  sent_at timestamptz,
  check ((sent_at is null) = (recipient is not null))
);
create index shop_gift_due on shop_gift (send_on) where sent_at is null;
