-- compatible: new tables, and triggers that write nothing while there is no endpoint
create table webhook_endpoint (
  id uuid primary key,
  url text not null,
  -- types of the catalogue (src/contract/desk/webhook-events.ts)
  events text[] not null,
  active boolean not null,
  -- why it was switched off by itself
  switched_off text check (switched_off in ('gone', 'given-up')),
  -- sealed with APP_SECRET (decisions/024-app-secret.md)
  secret bytea not null,
  -- signs as well until its time (real)
  previous_secret bytea,
  previous_until timestamptz,
  -- nothing is sent before (real time)
  slow_until timestamptz,
  created_at timestamptz not null,
  check ((previous_secret is null) = (previous_until is null))
);

-- what has happened, until it is copied for each endpoint: written in the transaction of the change, by the triggers below
create table webhook_event (
  position bigint generated always as identity primary key,
  type text not null,
  data jsonb not null
);

create table webhook_delivery (
  id uuid primary key,
  position bigint generated always as identity,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  -- of the event, the same for every endpoint and attempt
  message_id text not null,
  type text not null,
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'given-up')),
  attempts integer not null default 0,
  -- real time, as all of these
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  last_attempt_at timestamptz,
  duration_ms integer,
  status integer,
  -- why there is no status
  problem text,
  -- the first KB
  reply text,
  unique (endpoint_id, message_id)
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at) where state = 'waiting';
create index webhook_delivery_listed on webhook_delivery (endpoint_id, position);
create index webhook_delivery_old on webhook_delivery (created_at);

-- videos that were public once: each is announced at most once
create table announced_video (video_id text primary key references video on delete cascade on update cascade);

create function note_webhook_event(event text, data jsonb) returns void language sql as $$
  insert into webhook_event (type, data) select event, data
  where exists (select from webhook_endpoint where active and event = any (events))
$$;
create function webhook_instant(at timestamptz) returns text language sql as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function account_webhooks() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_webhook_event('account.deleted', jsonb_build_object('accountId', old.id));
  else
    perform note_webhook_event(case tg_op when 'INSERT' then 'account.created' else 'account.changed' end,
      jsonb_build_object('accountId', new.id, 'isBusiness', new.is_business,
        'deletionAt', webhook_instant(new.deletion_at)));
  end if;
  return null;
end $$;
create trigger account_webhooks after insert or delete on account for each row execute function account_webhooks();
create trigger account_change_webhooks after update on account for each row
  when ((old.name, old.language, old.country, old.vat_id, old.billing_address, old.is_business, old.deletion_at)
    is distinct from
    (new.name, new.language, new.country, new.vat_id, new.billing_address, new.is_business, new.deletion_at))
  execute function account_webhooks();

create function user_webhooks() returns trigger language plpgsql as $$
declare
  one account_user := coalesce(new, old);
  event text := case
    when tg_op = 'INSERT' then 'user.added'
    when tg_op = 'DELETE' or (old.removed_at is null and new.removed_at is not null) then 'user.removed'
    when old.removed_at is not null and new.removed_at is null then 'user.added'
    else 'user.changed' end;
begin
  -- who was removed before is told of no more
  if tg_op = 'INSERT' and new.removed_at is not null or tg_op = 'DELETE' and old.removed_at is not null
    or tg_op = 'UPDATE' and old.removed_at is not null and new.removed_at is not null then return null;
  end if;
  perform note_webhook_event(event,
    jsonb_build_object('userId', one.id, 'accountId', one.account_id, 'role', one.role));
  return null;
end $$;
create trigger user_webhooks after insert or delete on account_user for each row execute function user_webhooks();
create trigger user_change_webhooks after update on account_user for each row
  when ((old.name, old.role, old.removed_at) is distinct from (new.name, new.role, new.removed_at))
  execute function user_webhooks();

create function subscription_webhooks() returns trigger language plpgsql as $$
begin
  perform note_webhook_event(
    case
      when tg_op = 'INSERT' then 'subscription.created'
      when new.status = 'cancelled' and old.status <> 'cancelled' then 'subscription.ended'
      else 'subscription.changed' end,
    jsonb_build_object('accountId', new.account_id, 'status', new.status, 'health', new.health,
      'until', webhook_instant(new.until), 'users', new.license_count,
      'interval', new.interval_value || new.interval_unit, 'priceId', new.pricing_id,
      'priceCents', new.price_cents, 'pausedFrom', webhook_instant(new.paused_from),
      'pausedUntil', webhook_instant(new.paused_until)));
  return null;
end $$;
create trigger subscription_webhooks after insert on subscription for each row
  execute function subscription_webhooks();
create trigger subscription_change_webhooks after update on subscription for each row
  when ((old.status, old.health, old.until, old.license_count, old.interval_value, old.interval_unit, old.pricing_id,
      old.price_cents, old.paused_from, old.paused_until)
    is distinct from
    (new.status, new.health, new.until, new.license_count, new.interval_value, new.interval_unit, new.pricing_id,
      new.price_cents, new.paused_from, new.paused_until))
  execute function subscription_webhooks();

-- the charge of an order has the id of the order in place of an account's
create function webhook_payer(paid charge) returns jsonb language sql as $$
  select jsonb_build_object('chargeId', paid.id,
    'accountId', case when paid.purpose ->> 'orderId' is null then paid.account_id end,
    'orderId', paid.purpose ->> 'orderId')
$$;
create function charge_webhooks() returns trigger language plpgsql as $$
declare
  event text := case new.state
    when 'succeeded' then 'payment.succeeded'
    when 'declined' then 'payment.failed'
    when 'failed' then 'payment.failed'
    when 'needs-action' then 'payment.action-required' end;
begin
  if event is not null then
    perform note_webhook_event(event,
      webhook_payer(new) || jsonb_build_object('state', new.state, 'grossCents', new.gross_cents));
  end if;
  return null;
end $$;
create trigger charge_webhooks after insert on charge for each row execute function charge_webhooks();
create trigger charge_change_webhooks after update on charge for each row
  when (old.state is distinct from new.state) execute function charge_webhooks();

create function refund_webhooks() returns trigger language plpgsql as $$
declare
  paid charge;
begin
  if new.state = 'succeeded' and (tg_op = 'INSERT' or old.state <> 'succeeded') then
    select * into paid from charge where id = new.charge_id;
    perform note_webhook_event('payment.refunded',
      webhook_payer(paid) || jsonb_build_object('refundId', new.id, 'grossCents', new.gross_cents));
  end if;
  return null;
end $$;
create trigger refund_webhooks after insert or update on refund for each row execute function refund_webhooks();

create function invoice_webhooks() returns trigger language plpgsql as $$
declare
  paid charge;
begin
  select * into paid from charge where id = new.charge_id;
  perform note_webhook_event('invoice.issued',
    coalesce(webhook_payer(paid), '{}')
      || case when paid.id is null
        then jsonb_build_object('chargeId', null, 'accountId', new.account_id, 'orderId', null) else '{}' end
      || jsonb_build_object('invoiceId', new.id, 'number', new.number, 'kind', new.kind, 'issuedOn', new.issued_on,
        'corrects', new.corrects, 'netCents', new.net_cents, 'vatCents', new.vat_cents,
        'grossCents', new.gross_cents));
  return null;
end $$;
create trigger invoice_webhooks after insert on invoice for each row execute function invoice_webhooks();

create function order_webhooks() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('order.' || new.state,
    jsonb_build_object('orderId', new.id, 'number', new.number, 'userId', new.user_id, 'state', new.state,
      'netCents', new.net_cents, 'vatCents', new.vat_cents, 'grossCents', new.gross_cents));
  return null;
end $$;
create trigger order_webhooks after insert on shop_order for each row execute function order_webhooks();
create trigger order_change_webhooks after update on shop_order for each row
  when (old.state is distinct from new.state) execute function order_webhooks();

create function video_webhooks() returns trigger language plpgsql as $$
declare
  one video := coalesce(new, old);
  was_there boolean := tg_op <> 'INSERT' and old.deleted_at is null and old.withdrawn_at is null;
  is_there boolean := tg_op <> 'DELETE' and new.deleted_at is null and new.withdrawn_at is null;
begin
  if not was_there and not is_there then return null; end if;
  perform note_webhook_event(
    case
      when tg_op = 'INSERT' then 'video.created'
      when not is_there then 'video.deleted'
      when not was_there then 'video.restored'
      else 'video.changed' end,
    jsonb_build_object('videoId', one.id, 'isDraft', one.draft, 'isFree', one.free,
      'publishedAt', webhook_instant(one.published_at)));
  return null;
end $$;
create trigger video_webhooks after insert or delete on video for each row execute function video_webhooks();
create trigger video_change_webhooks after update on video for each row
  when ((old.id, old.title, old.description, old.published_at, old.category_id, old.tags, old.version_ids, old.free,
      old.film_key, old.chapters, old.draft, old.deleted_at, old.withdrawn_at)
    is distinct from
    (new.id, new.title, new.description, new.published_at, new.category_id, new.tags, new.version_ids, new.free,
      new.film_key, new.chapters, new.draft, new.deleted_at, new.withdrawn_at))
  execute function video_webhooks();
