import { isDeepStrictEqual } from 'node:util'
import type { PricingPlan } from '#contract/site/site.ts'
import { localDate, startOfDay } from '#domain/billing/billing-period.ts'
import { monthOf, type PricesOfMove, pricesOfMove } from '#domain/billing/new-price/announce-price.ts'
import { noticeDays } from '#domain/billing/new-price/price-move.ts'
import { rangeOf } from '#domain/page-size.ts'
import { stateOf } from '#server/books/billing/subscription-state.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { csvPieces } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { type PriceSets, productSets } from '#server/platform/site-files/prices-yaml.ts'
import {
  insertMove,
  movedCustomers,
  type NewCustomer,
  payingCustomers,
  readMoves,
  stopMove,
} from './price-moves.store.ts'

/** `GET /api/admin/site/price-moves`. */
export const showPriceMoves: UseCase<'priceMoves'> = async (services) => {
  return {
    status: 200,
    body: {
      moves: [...(await readMoves(services.database.db))],
      sets: Object.keys(setsOf(services)),
      perHour: services.config.broadcastMailsPerHour,
      earliestDay: earliestDay(services),
    },
  }
}

/** `POST /api/admin/site/price-moves/preview`: 404 for an unknown set. */
export const previewPriceMove: UseCase<'previewPriceMove'> = async (services, { body: { name, page } }) => {
  const plan = planOf(services, name)
  if (!plan) return new Problem('not-found')
  const { concerned, leftOut } = await whomItConcerns(services, plan)
  const sum = (cents: (prices: PricesOfMove) => number) =>
    concerned.reduce((all, { prices }) => all + monthOf(prices, cents(prices)), 0)
  const { limit, offset } = rangeOf(page)
  return {
    status: 200,
    body: {
      plan,
      earliestDay: earliestDay(services),
      count: concerned.length,
      oldMonthCents: sum(({ oldCents }) => oldCents),
      newMonthCents: sum(({ newCents }) => newCents),
      leftOut,
      customers: concerned
        .slice(offset, offset + limit)
        .map(({ accountId, name: who, email, nextAt, prices }) => ({
          accountId,
          name: who,
          email,
          nextAt: nextAt.toISOString(),
          ...prices,
        })),
    },
  }
}

/**
 * Announces prices to those whom they concern now: their mails follow in the next minutes. 422 for a day that is earlier than
 * 42 days from now; 409 as the contract says; else refused as `confirmAdmin`.
 */
export const orderPriceMove: UseCase<'orderPriceMove'> = async (services, context) => {
  const { name, plan: shown, day, otherwise } = context.body
  const { clock, config, random } = services
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  if (day < earliestDay(services)) return new Problem('invalid', { fields: { day: 'field_day_too_early' } })
  const plan = planOf(services, name)
  if (!plan) return new Problem('not-found')
  if (!isDeepStrictEqual(plan, shown)) return new Problem('version-conflict')
  const { concerned } = await whomItConcerns(services, plan)
  if (concerned.length === 0) return new Problem('price-move-without-customers')
  return changeAsAdmin(services, context, by, async (trx) => {
    const id = random.id()
    const starts_at = startOfDay(day, config.seller.zone)
    await insertMove(
      trx,
      { id, name, plan, starts_at, otherwise, created_at: clock.now() },
      concerned.map(({ accountId, prices }) => rowOf(accountId, prices)),
    )
    return {
      action: 'price-move-ordered',
      target: id,
      after: { prices: name, day, otherwise, customers: concerned.length },
    }
  })
}

/** Withdraws announced prices; those concerned are told within a minute. 409 `price-move-stopped`; else as `confirmAdmin`. */
export const stopPriceMove: UseCase<'stopPriceMove'> = async (services, context) => {
  const { id } = context.body
  const by = await confirmAdmin(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    if (!(await stopMove(trx, id, services.clock.now()))) return new Problem('price-move-stopped')
    return { action: 'price-move-stopped', target: id }
  })
}

/** `GET /api/admin/site/price-moves/{id}`: 404 for an unknown one. */
export const showPriceMove: UseCase<'priceMove', 'database'> = async (
  { database: { db } },
  { params: { id }, query: { page } },
) => {
  const [move] = await readMoves(db, id)
  if (!move) return new Problem('not-found')
  const customers = await movedCustomers(db, id, rangeOf(page))
  return { status: 200, body: { count: move.counts.all, move, customers: [...customers] } }
}

const columns = [
  'Name',
  'E-mail',
  'Users',
  'Interval',
  'Old price net (EUR)',
  'New price net (EUR)',
  'State',
  'Announced',
  'Mailed',
  'Agreed',
  'Sentence',
]

/** `GET /api/admin/site/price-moves/{id}/customers.csv`: 404 for an unknown one. */
export const sendPriceMove: UseCase<'priceMoveCsv', 'database'> = async (
  { database: { db } },
  { params: { id }, reply },
) => {
  if ((await readMoves(db, id)).length === 0) return new Problem('not-found')
  return sendCsv(reply, `new-prices-${id}.csv`, csvPieces(columns, pagesOf(db, id)))
}

async function* pagesOf(db: Db, id: string) {
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const customers = await movedCustomers(db, id, { limit, offset })
    yield customers.map((one) => ({
      Name: one.name,
      'E-mail': one.email,
      Users: one.users,
      Interval: `${one.interval.value}${one.interval.unit}`,
      'Old price net (EUR)': (one.oldCents / 100).toFixed(2),
      'New price net (EUR)': (one.newCents / 100).toFixed(2),
      State: one.state,
      Announced: one.announcedAt,
      Mailed: one.mailedAt,
      Agreed: one.agreedAt,
      Sentence: one.words,
    }))
    if (customers.length < limit) return
  }
}

/** Every customer with a running paid subscription: concerned, or left out for a reason. */
async function whomItConcerns(services: Services, plan: PricingPlan) {
  const serviceMode = await readServiceMode(services)
  const now = services.clock.now()
  const leftOut = { announced: 0, unpaid: 0, 'interval-not-sold': 0, 'same-price': 0, 'no-address': 0 }
  const concerned = (await payingCustomers(services.database.db)).flatMap((one) => {
    const state = stateOf(one, true)
    const prices = pricesOfMove(state, plan, { users: one.users, now, serviceMode })
    if (prices === undefined || !state.until) return []
    const why = typeof prices === 'string' ? prices : one.isReachable ? undefined : 'no-address'
    if (why) leftOut[why] += 1
    return typeof prices === 'string' || why ? [] : [{ ...one, prices, nextAt: state.until }]
  })
  return { concerned, leftOut }
}

function setsOf({ siteFiles }: Pick<Services, 'siteFiles'>): PriceSets {
  return { ...siteFiles.current.prices.sets, ...productSets }
}

function planOf(services: Pick<Services, 'siteFiles'>, name: string): PricingPlan | undefined {
  const sets = setsOf(services)
  return Object.hasOwn(sets, name) ? sets[name]?.plan : undefined
}

/** The first day that can be chosen, where the seller is. */
function earliestDay({ clock, config }: Pick<Services, 'clock' | 'config'>): string {
  return localDate(new Date(clock.now().getTime() + noticeDays * 86_400_000), config.seller.zone)
}

function rowOf(accountId: string, { users, interval, oldCents, newCents }: PricesOfMove): NewCustomer {
  return {
    account_id: accountId,
    users,
    interval_value: interval.value,
    interval_unit: interval.unit as Tables['price_move_account']['interval_unit'],
    old_cents: oldCents,
    new_cents: newCents,
  }
}
