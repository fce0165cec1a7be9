import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { daysOfTaxPeriod } from '#domain/exports/tax-period.ts'
import { rangeOf } from '#domain/page-size.ts'
import { broughtByCoupons, couponSales } from '#server/business/reports/coupon-sales.store.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import { route } from '#server/platform/http/route.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Rows of a file. */
const mostRows = 10_000

/** Registers the admin's calls about what coupons and associates brought. */
export function registerCouponMoneyCalls(
  app: FastifyInstance,
  { database: { db } }: Pick<Services, 'database'>,
): void {
  route(app, calls.couponMoney, async ({ query: { by, month, page } }) => {
    return { status: 200, body: await broughtByCoupons(db, { by, days: daysOf(month) }, rangeOf(page)) }
  })
  route(app, calls.couponMoneyCsv, async ({ query: { by, month }, reply }) => {
    const place = { limit: mostRows, offset: 0 }
    const { rows } = await broughtByCoupons(db, { by, days: daysOf(month) }, place)
    const head = by === 'coupon' ? ['Coupon', 'Associate'] : ['Associate']
    const lines = rows.map(({ name, associate, customers, firstCents, laterCents }) => ({
      ...(by === 'coupon' ? { Coupon: name, Associate: associate } : { Associate: name }),
      Customers: customers,
      'First charge net': firstCents / 100,
      'Later charges net': laterCents / 100,
      'Total net': (firstCents + laterCents) / 100,
    }))
    return sendCsv(
      reply,
      `${by}s${month ? `-${month}` : ''}.csv`,
      asCsv([...head, 'Customers', 'First charge net', 'Later charges net', 'Total net'], lines),
    )
  })
  route(app, calls.couponSales, async ({ query: { month, coupon, associate, part, page } }) => {
    const key = coupon === undefined ? undefined : couponKey(coupon)
    const filter = { days: daysOf(month), couponKey: key, associate, part }
    const { count, sales } = await couponSales(db, filter, rangeOf(page))
    const shown = sales.map(({ accountId, name, ...sale }) => ({
      ...sale,
      account: name === null ? null : { id: accountId, name },
    }))
    return { status: 200, body: { count, sales: shown } }
  })
}

function daysOf(month: string | undefined) {
  return month === undefined ? undefined : daysOfTaxPeriod(month)
}
