import pg from 'pg'
import { runDueSubscriptions } from '#server/business/subscriptions/run-due-subscriptions.ts'
import { seedDueRenewals } from '#support/due-renewals.ts'
import { seedPayers } from '#support/payers.ts'
import type { TestApp } from '#support/test-app.ts'

/** Charges of each account, over three years: each is booked twice, as invoiced and as captured. */
const chargesEach = 5

/**
 * Gives each account of `fillWithAccounts` a subscription with its history, five charges with invoices and bookings, a card,
 * a mail and a session, by copying those of a real renewal. One account in ten has none and speaks German.
 */
export async function fillWithBooks(site: TestApp, url: string): Promise<void> {
  const payer = await renewedPayer(site)
  const client = new pg.Client(url)
  await client.connect()
  try {
    // no index for each row: PostgreSQL would take four times as long
    for (const statement of statements) await client.query(statement.replaceAll('$payer', `'${payer}'::uuid`))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Returns the account of somebody whose subscription was renewed by the site itself. */
async function renewedPayer({ services, clock }: TestApp): Promise<string> {
  const { database } = services
  const [payer] = await seedPayers(database, 1)
  if (!payer) throw new Error('nobody pays')
  await seedDueRenewals(database, [payer], clock.now())
  await runDueSubscriptions(services)
  return payer.accountId
}

const statements = [
  `create unlogged table bench_payer as
    select id, row_number() over (order by id)::int as n from account
    where id not in (select account_id from subscription)`,
  `update account set language = 'de', vat_id = 'DE' || lpad(n::text, 9, '0'),
      created_at = now() - n % 1100 * interval '1 day'
    from bench_payer where bench_payer.id = account.id and n % 10 = 0`,
  `update account set created_at = now() - n % 1100 * interval '1 day'
    from bench_payer where bench_payer.id = account.id and n % 10 <> 0`,
  `insert into subscription (account_id, status, until, pricing_id, price_cents, license_count, interval_value, interval_unit,
      payment_provider, state, health, due_at)
    select bench_payer.id, case when n % 20 < 12 then 'active' when n % 20 < 15 then 'cancelled'
        when n % 20 < 17 then 'trial' when n % 20 < 19 then 'pending-expiry' else 'prepaid' end,
      now() + (1 + n % 360) * interval '1 day' - case when n % 20 between 12 and 14 then interval '400 days' else '0' end,
      pricing_id, price_cents, 1 + n % 5, 1, 'm', payment_provider, state,
      case when n % 997 = 0 then 'past-due' else 'ok' end, now() + interval '360 days'
    from bench_payer, subscription where account_id = $payer and n % 10 > 0`,
  `create unlogged table bench_charge as
    select gen_random_uuid() as id, bench_payer.id as account_id, n, number, (number - 1) * 200000 + n as place,
      now() - (number - 1) * interval '219 days' - n % 219 * interval '1 day' as at
    from bench_payer, generate_series(1, ${chargesEach}) as number where n % 10 > 0`,
  `insert into charge (id, account_id, key, purpose, facts, state, gross_cents, created_at, settled_at)
    select bench_charge.id, bench_charge.account_id, 'period-' || number, purpose, facts, 'succeeded', gross_cents, at, at
    from bench_charge, (select * from charge where account_id = $payer limit 1) as made`,
  `insert into charge_attempt (id, charge_id, number, idempotency_key, provider, mode, params, state, provider_ref, created_at,
      first_sent_at, last_sent_at, settled_at)
    select gen_random_uuid(), bench_charge.id, 1, bench_charge.id::text, provider, mode, params, 'succeeded', 'ch_' || place, at, at,
      at, at
    from bench_charge, (select charge_attempt.* from charge_attempt join charge on charge.id = charge_id
      where account_id = $payer limit 1) as made`,
  `insert into invoice (id, number, kind, account_id, charge_id, issued_on, net_cents, vat_cents, gross_cents, facts,
      effect_key, created_at)
    select gen_random_uuid(), to_char(at, 'YYYY') || '-' || lpad(place::text, 7, '0'), 'invoice', bench_charge.account_id,
      bench_charge.id, at::date, net_cents, vat_cents, gross_cents,
      jsonb_set(facts, '{buyer,name}', to_jsonb(account.name)), 'bench ' || place, at
    from bench_charge join account on account.id = bench_charge.account_id,
      (select * from invoice where account_id = $payer limit 1) as made`,
  `insert into ledger_entry (account_id, kind, amount_cents, charge_id, document, effect_key, booked_at)
    select bench_charge.account_id, entry.kind, amount_cents, bench_charge.id, null, entry.kind || place, at
    from bench_charge, (select distinct on (kind) kind, amount_cents from ledger_entry
      where account_id = $payer and kind in ('captured', 'invoiced')) as entry
    order by at`,
  `insert into subscription_level (account_id, at, step, phase, phase_before, monthly_cents, monthly_change, paid_seats,
      seats_change, free_seats)
    select account_id, at - change * interval '15 days', (array['new', 'free'])[1 + change],
      (array['paid', 'trial'])[1 + change], (array['trial', 'none'])[1 + change], 1000 * (1 - change), 1000 * (1 - change),
      1 - change, 1 - change, change
    from bench_charge, generate_series(0, 1) as change where number = 3
    union all select account_id, at + interval '1 day', 'lost', 'over', 'paid', 0, -1000, 0, -1, 0
    from bench_charge where number = 1 and n % 20 between 12 and 14`,
  `insert into payment_method (provider, mode, ref, account_id, brand, last4, expires, created_at)
    select 'sandbox', 'test', 'pm_bench' || n, id, 'visa', lpad((n % 10000)::text, 4, '0'), '2039-12', now()
    from bench_payer where n % 10 > 0`,
  `insert into session (token_hash, user_id, kind, stay_signed_in, created_at, last_seen_at, expires_at)
    select sha256(account_user.id::text::bytea), account_user.id, 'full', true, now(), now(), now() + interval '1 day'
    from account_user join bench_payer on bench_payer.id = account_id`,
  'drop table bench_payer, bench_charge',
]
