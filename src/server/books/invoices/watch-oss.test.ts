import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { mailNotices } from '#server/books/billing/report-notices.ts'
import { mailsTo } from '#support/mails.ts'
import { someInvoiceRow } from '#support/some-invoice.ts'
import { noticesOf, storeInvoice } from '#support/stored/money.ts'
import { testApp } from '#support/test-app.ts'
import { watchOss } from './watch-oss.ts'

const operator = 'operator@example.org'

const site = testApp({ settings: { SELLER_EMAIL: operator } })
beforeEach(() => site.startOver())

let count = 0

/** An invoice over so many cents net, or a credit note where they are negative. */
async function invoiced(net_cents: number, country: string, of: { business?: boolean; on?: string } = {}) {
  count += 1
  const row = someInvoiceRow({ buyer: { country, business: of.business ?? false } })
  await storeInvoice(site.db, {
    ...row,
    id: randomUUID(),
    number: `2026-9${count}`,
    effect_key: `sale ${count}`,
    issued_on: of.on ?? row.issued_on,
    net_cents,
    facts: JSON.stringify(row.facts),
  })
}

async function warnings(): Promise<string[]> {
  await watchOss(site.services)
  return (await noticesOf(site.db)).flatMap(({ kind, key }) => (kind === 'oss-threshold' ? [key] : []))
}

test('purchases by companies, domestic customers and people outside the EU do not count', async () => {
  await invoiced(2_000_000, 'AT', { business: true })
  await invoiced(2_000_000, 'DE')
  await invoiced(2_000_000, 'CH')
  await invoiced(799_999, 'AT')
  expect(await warnings()).toEqual([])
})

test('the operator is warned at 80 % and at 100 %, each once a year and by mail', async () => {
  await invoiced(500_000, 'AT')
  await invoiced(300_000, 'FR')
  expect(await warnings()).toEqual(['oss-threshold 2026 80'])
  expect(await warnings()).toEqual(['oss-threshold 2026 80'])
  await invoiced(200_001, 'ES')
  expect(await warnings()).toEqual(['oss-threshold 2026 80', 'oss-threshold 2026 100'])
  await mailNotices(site.services)
  const [mail, ...more] = await mailsTo(site, operator)
  expect(more).toEqual([])
  expect(mail?.text).toContain(
    '10000.01 EUR, sales to consumers elsewhere in the EU in 2026 reached 100% of 10000 EUR net',
  )
})

test('credit notes take their sales away again', async () => {
  await invoiced(900_000, 'AT')
  await invoiced(-100_001, 'AT')
  expect(await warnings()).toEqual([])
})

test('a year is that of the seller: sales of another one do not count', async () => {
  await invoiced(900_000, 'AT', { on: '2025-12-31' })
  await invoiced(790_000, 'AT', { on: '2026-01-01' })
  await invoiced(900_000, 'AT', { on: '2027-01-01' })
  expect(await warnings()).toEqual([])
  // 1 January in Berlin, still December in UTC
  site.clock.advance({ days: 40, hours: 13, minutes: 30 })
  expect(site.clock.now().toISOString()).toBe('2026-12-31T23:30:00.000Z')
  expect(await warnings()).toEqual(['oss-threshold 2027 80'])
})
