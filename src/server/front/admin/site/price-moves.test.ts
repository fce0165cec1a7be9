import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { announcePrices } from '#server/business/subscriptions/announce-prices.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { passDays, sessionOf } from '#support/paying-team.ts'
import { markConfirmed } from '#support/stored/contacts.ts'
import { personAt } from '#support/stored/people.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = openForTests(() =>
  createTestApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0', MAIL_PER_HOUR: '120' } }),
)
const { password } = theAdmin
const names = ['anna', 'ben', 'cora', 'dora', 'emil'] as const
type Name = (typeof names)[number]
const people = {} as Record<Name, { browser: TestClient; accountId: string }>
const email = (name: Name) => `${name}@moved.example`

const text = `onSale: launch
spring:
  basePrice: 12
  users: { 1: 100 }
  intervals: { 1 month: 100, 1 year: 80 }
`
const admin = testAdmin(site)
beforeAll(async () => {
  const { version, fileDigest } = (await admin.call(calls.pricesAtDesk)).body
  await admin.call(calls.savePrices, { body: { text, version, fileDigest, password } })
  for (const name of names) {
    // all on 21 November, so that they renew on the same days
    const browser = await accountHolder(site, email(name))
    expect((await subscribe(browser)).status).toBe(200)
    people[name] = { browser, accountId: (await sessionOf(browser)).account.id }
  }
  await people.emil.browser.call(calls.cancelSubscription)
})

const preview = async () => (await admin.call(calls.previewPriceMove, { body: { name: 'spring' } })).body
const moves = async () => (await admin.call(calls.priceMoves)).body
async function order(change: object = {}) {
  const { plan, earliestDay: day } = await preview()
  const body = { name: 'spring', plan, day, otherwise: 'keep' as const, password, ...change }
  return admin.call(calls.orderPriceMove, { body })
}
/** A minute of the site: announcements are written, mails are sent, and what the mail server took is noted. */
async function minute() {
  await announcePrices(site.services)
  await sendDueMails(site.services)
  await announcePrices(site.services)
}
const language = 'en' as const
const newPrice = async (name: Name) =>
  (await people[name].browser.call(calls.newPrice, { query: { language } })).body.newPrice
async function agree(name: Name, change: object = {}) {
  const price = await newPrice(name)
  const body = { id: price?.id ?? '', language, words: price?.words ?? '', ...change }
  return people[name].browser.call(calls.agreeToPrice, { body })
}
/** Status, and the net price of the running period. */
const stands = async (name: Name) => {
  const { subscription } = await sessionOf(people[name].browser)
  return [subscription?.status, subscription?.priceCents]
}
const paid = async (name: Name) => (await stands(name))[1]

test('a preview says whom prices concern, with both amounts of each; what has changed since is not ordered', async () => {
  const shown = await preview()
  const others = shown.count - 4
  expect(shown.customers.filter(({ email: to }) => to.endsWith('@moved.example'))).toHaveLength(
    Math.min(4, 10 - others),
  )
  expect(shown.customers.find(({ email: to }) => to === email('anna'))).toMatchObject({
    users: 1,
    interval: { value: 1, unit: 'm' },
    oldCents: 1000,
    newCents: 1200,
  })
  const { userId } = await personAt(site.db, email('ben'))
  await markConfirmed(site.db, userId, null)
  expect(await preview()).toMatchObject({ count: shown.count - 1, leftOut: { 'no-address': 1 } })
  await markConfirmed(site.db, userId, site.clock.now())
  expect((await order({ day: '2026-12-31' })).problem?.errors).toHaveProperty('day')
  const plan = { ...shown.plan, basePriceCents: 1 }
  expect((await order({ plan })).problem?.code).toBe('version-conflict')
  expect((await order({ name: 'none' })).problem?.code).toBe('not-found')
  expect((await order({ password: 'wrong' })).problem?.code).toBe('wrong-password')
  expect((await moves()).moves).toEqual([])
})

test('announced to a sixtieth of the hour each minute; a click is stored with its words', async () => {
  expect((await order()).status).toBe(200)
  const entry = (await auditOf(site)).at(-1)
  expect(entry).toMatchObject({ action: 'price-move-ordered' })
  expect(entry?.after).toContain('"otherwise":"keep"')
  await announcePrices(site.services)
  const all = (await moves()).moves[0]?.counts.all ?? 0
  expect((await moves()).moves[0]?.counts).toMatchObject({ waiting: all })
  for (let n = 0; n < 8; n += 1) await minute()
  expect((await moves()).moves[0]?.counts).toMatchObject({ all, waiting: 0 })
  // who has an announcement is asked nothing else
  expect(await preview()).toMatchObject({ count: 0, leftOut: { announced: expect.any(Number) } })
  expect((await order()).problem?.code).toBe('price-move-without-customers')

  expect(await newPrice('emil')).toBe(null)
  const [mail] = await mailsTo(site, email('anna'))
  expect(mail?.subject).toBe('A new price for your subscription from 21. January, 2027')
  expect(mail?.text).toMatch(/€11\.90[\s\S]*€14\.28/)
  expect(mail?.text).toContain('/account/new-price')
  expect(await newPrice('anna')).toMatchObject({ oldGrossCents: 1190, newGrossCents: 1428, agreedAt: null })
  expect((await agree('anna', { words: 'I agree to anything' })).problem?.code).toBe('quote-stale')
  expect((await agree('anna')).status).toBe(200)
  expect((await agree('anna')).status).toBe(200)
  expect((await agree('cora')).status).toBe(200)
  expect((await people.anna.browser.call(calls.userSession)).body).toMatchObject({
    subscription: { newPrice: { agreed: true } },
  })
  expect((await mailsTo(site, email('anna')))[0]?.subject).toBe('You have agreed to the new price')
  const { accountId } = people.anna
  const history = await admin.call(calls.accountHistory, {
    params: { id: accountId },
    query: { group: 'change' },
  })
  expect(history.body.entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['price-announced', 'price-agreed']),
  )
})

test('the renewal before the notice is over costs the old price, the one after it the new one only after a click', async () => {
  await people.cora.browser.call(calls.cancelSubscription)
  await passDays(site, 31)
  expect([await paid('anna'), await paid('ben')]).toEqual([1000, 1000])
  await passDays(site, 24)
  const reminded = (await mailsTo(site, email('ben'))).map(({ subject }) => subject)
  expect(reminded).toContain('The new price of your subscription: your answer by 21. January, 2027')
  expect((await mailsTo(site, email('anna'))).map(({ subject }) => subject)).not.toContain(reminded[0])
  await passDays(site, 7)
  expect([await paid('anna'), await paid('ben')]).toEqual([1200, 1000])
  expect((await agree('ben', { id: crypto.randomUUID() })).problem?.code).toBe('no-new-price')
  const [move] = (await moves()).moves
  expect(move?.counts).toMatchObject({ moved: 1, open: 0, agreed: 0 })
  const csv = await admin.call(calls.priceMoveCsv, { params: { id: move?.id ?? '' } })
  const rowOf = (name: Name) => csv.text.split('\r\n').find((line) => line.includes(email(name)))
  expect(rowOf('anna')).toMatch(/10\.00,12\.00,moved,.*I agree: from the renewal on 21. January, 2027/)
  expect(rowOf('ben')).toContain('kept')
  expect(rowOf('cora')).toContain('ended')
  const page = await admin.call(calls.priceMove, { params: { id: move?.id ?? '' }, query: {} })
  expect(page.body.count).toBe(move?.counts.all)
})

test('where it was chosen, the subscription ends without a click; a stopped move changes nothing, and says so', async () => {
  expect((await order({ otherwise: 'end' })).status).toBe(200)
  for (let n = 0; n < 4; n += 1) await minute()
  expect((await agree('dora')).status).toBe(200)
  const [first] = (await moves()).moves
  const stop = () => admin.call(calls.stopPriceMove, { body: { id: first?.id ?? '', password } })
  expect((await stop()).status).toBe(200)
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'price-move-stopped', target: first?.id })
  expect((await stop()).problem?.code).toBe('price-move-stopped')
  await minute()
  expect((await moves()).moves[0]?.counts).toMatchObject({ open: 0, agreed: 0, waiting: 0 })
  expect((await mailsTo(site, email('dora')))[0]?.subject).toBe('The price of your subscription stays')
  expect(await newPrice('dora')).toBe(null)

  expect((await order({ otherwise: 'end' })).status).toBe(200)
  for (let n = 0; n < 4; n += 1) await minute()
  expect((await mailsTo(site, email('ben')))[0]?.text).toContain('your subscription ends on 21. March, 2027')
  expect((await agree('dora')).status).toBe(200)
  // each renewal on its day: one that is late by more than the grace period begins anew
  await passDays(site, 30)
  expect(await stands('ben')).toEqual(['active', 1000])
  await passDays(site, 30)
  expect(await stands('ben')).toEqual(['cancelled', null])
  expect(await stands('dora')).toEqual(['active', 1200])
  expect(await stands('anna')).toEqual(['active', 1200])
})
