import { beforeEach, expect, test } from 'vitest'
import type { Correction } from '#contract/billing/admin-corrections.ts'
import { calls } from '#contract/calls.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { passDays, payingOwner, sessionOf } from '#support/paying-team.ts'
import { attemptsOf, ledgerSums } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { accountHolder } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let email: string
let count = 0
const site = testApp({ settings: { RATE_LIMITS: '100000' } })
const admin = testAdmin(site, { secondFactor: false })
beforeEach(() => {
  email = `customer.${count}@example.org`
  count += 1
})

const { password } = theAdmin
const idOf = async () => (await personAt(site.db, email)).accountId
const preview = async (correction: Correction) =>
  admin.call(calls.previewCorrection, { body: { accountId: await idOf(), correction } })

/** Corrects as previewed now, or as previewed before. */
async function correct(correction: Correction, change: object = {}) {
  const { body } = await preview(correction)
  const { version, at, refundCents, after } = body
  const shown = { version, at, refundCents, balanceCents: after.balanceCents, ...change }
  const accountId = await idOf()
  const reply = await admin.call(calls.correctAccount, {
    body: { accountId, correction, shown, reason: ' three days of outage ', password },
  })
  return { ...reply, shown: body }
}
const subscriptionOf = async (browser: TestClient) => (await sessionOf(browser)).subscription
const subjects = async () => (await mailsTo(site, email)).map(({ subject }) => subject)
const dayMs = 86_400_000
const later = (instant: string | null | undefined, days: number) =>
  new Date(Date.parse(instant ?? '') + days * dayMs).toISOString()

test('free days move the next charge of a paying customer, as shown before, and the mail says it', async () => {
  const browser = await payingOwner(site, email)
  const { until } = (await subscriptionOf(browser)) ?? {}
  const { status, shown } = await correct({ kind: 'free-days', days: 3 })
  expect(status).toBe(200)
  expect(shown).toMatchObject({
    before: { status: 'active', until, nextCharge: { at: until, cardCents: 1190 } },
    after: { status: 'active', until: later(until, 3), nextCharge: { at: later(until, 3), cardCents: 1190 } },
    refundCents: 0,
  })
  expect((await subscriptionOf(browser))?.until).toBe(later(until, 3))
  expect((await subjects())[0]).toBe('You have been given free days')
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'account-corrected',
    target: await idOf(),
    before: expect.stringContaining(`"until":"${until}"`),
    after: expect.stringMatching(
      /"correction":\{"kind":"free-days","days":3\},"reason":"three days of outage"/,
    ),
  })
  const left = Math.ceil((Date.parse(until ?? '') - site.clock.now().getTime()) / dayMs)
  const charged = async () => (await attemptsOf(site.db, await idOf())).length
  const before = await charged()
  await passDays(site, left + 2)
  expect(await charged()).toBe(before)
  await passDays(site, 1)
  expect(await charged()).toBe(before + 1)
})

test('a trial is longer by free days, without a charge after it', async () => {
  const browser = await accountHolder(site, email)
  const { until } = (await subscriptionOf(browser)) ?? {}
  const { status, shown } = await correct({ kind: 'free-days', days: 30 })
  expect([status, shown.after.nextCharge]).toEqual([200, null])
  expect(await subscriptionOf(browser)).toMatchObject({ status: 'trial', until: later(until, 30) })
})

test('a grant gets another number of licences and another end, and is taken back', async () => {
  const browser = await accountHolder(site, email)
  await passDays(site, 20)
  const accountId = await idOf()
  const interval = { value: 1, unit: 'y' as const }
  await admin.call(calls.assignPrepaid, { body: { accountId, password, licenseCount: 4, interval } })
  const until = site.clock.now().toISOString().slice(0, 4)
  const changed = await correct({ kind: 'grant', licenseCount: 2, until: `${Number(until) + 1}-06-01` })
  expect([changed.status, changed.shown.after.licenseCount]).toEqual([200, 2])
  expect(await subscriptionOf(browser)).toMatchObject({
    licenseCount: 2,
    until: new Date(`${Number(until) + 1}-05-31T22:00:00Z`).toISOString(),
  })
  const kept = await correct({ kind: 'grant', licenseCount: 6 })
  expect([kept.status, kept.shown.after.until]).toEqual([200, kept.shown.before.until])
  expect((await correct({ kind: 'take-back' })).status).toBe(200)
  expect((await sessionOf(browser)).mayWatch).toBe(false)
  expect((await subjects()).slice(0, 3)).toEqual([
    'Your prepaid licenses have ended',
    'Your prepaid licenses have changed',
    'Your prepaid licenses have changed',
  ])
})

test('nothing else happens than what was shown: an older preview is refused, and changes nothing', async () => {
  await payingOwner(site, email)
  const days = { kind: 'free-days', days: 1 } as const
  const first = await preview(days)
  expect((await correct(days)).status).toBe(200)
  const entries = (await auditOf(site)).length
  const stale = [
    { version: first.body.version },
    { refundCents: 1 },
    { balanceCents: 1 },
    { at: new Date(site.clock.now().getTime() - 600_001).toISOString() },
    { at: new Date(site.clock.now().getTime() + 1).toISOString() },
  ]
  for (const change of stale) expect((await correct(days, change)).problem?.code).toBe('version-conflict')
  expect((await auditOf(site)).length).toBe(entries)
  const old = new Date(site.clock.now().getTime() - 600_000).toISOString()
  expect((await correct(days, { at: old })).status).toBe(200)
})

test('a preview changes nothing and says what is refused; a correction has a reason', async () => {
  await accountHolder(site, email)
  const accountId = await idOf()
  expect((await preview({ kind: 'take-back' })).problem?.code).toBe('no-grant')
  const unknown = { accountId: crypto.randomUUID(), correction: { kind: 'take-back' } } as const
  expect((await admin.call(calls.previewCorrection, { body: unknown })).status).toBe(404)
  const correction = { kind: 'free-days', days: 1 } as const
  const { body } = await preview(correction)
  expect((await preview(correction)).body).toEqual(body)
  const shown = { version: body.version, at: body.at, refundCents: 0, balanceCents: 0 }
  const sent = { accountId, correction, shown, password }
  expect((await admin.call(calls.correctAccount, { body: { ...sent, reason: ' \n' } })).status).toBe(422)
  const tooLong = { ...sent, correction: { ...correction, days: 367 }, reason: 'no' }
  expect((await admin.call(calls.correctAccount, { body: tooLong })).status).toBe(422)
})

const refund = (grossCents: number, goesTo: 'card' | 'credit', key = 'period-1') =>
  ({ kind: 'refund', key, grossCents, goesTo }) as const
const sums = async () => ledgerSums(site.db, await idOf())
const chargesLeft = async () =>
  (await admin.call(calls.accountCharges, { body: { accountId: await idOf() } })).body.charges

test('a charge is refunded in parts, to the card and as credit, each with its credit note, and never more', async () => {
  const browser = await payingOwner(site, email)
  const all = { key: 'period-1', kind: 'period', grossCents: 1190, cardCents: 1190, creditCents: 1190 }
  expect(await chargesLeft()).toMatchObject([all])
  const toCard = await correct(refund(500, 'card'))
  expect([toCard.status, toCard.shown]).toMatchObject([200, { refundCents: 500 }])
  const toCredit = await correct(refund(300, 'credit'))
  expect([toCredit.status, toCredit.shown]).toMatchObject([200, { refundCents: 0 }])
  const { balanceCents } = toCredit.shown.after
  expect(await subscriptionOf(browser)).toMatchObject({ status: 'active', creditCents: balanceCents })
  expect(await sums()).toMatchObject({ refunded: 500 })
  const [left] = await chargesLeft()
  expect(left).toMatchObject({ cardCents: 390 })
  expect((await preview(refund(391, 'card'))).problem?.code).toBe('refund-too-much')
  expect((await correct(refund(390, 'card'))).status).toBe(200)
  expect(await chargesLeft()).toEqual([])
  expect((await preview(refund(1, 'credit'))).problem?.code).toBe('refund-too-much')
  expect((await subjects()).filter((subject) => subject === 'We refund a payment of yours')).toHaveLength(3)
  expect((await subjects()).filter((subject) => /credit note/i.test(subject))).toHaveLength(3)
})

test('a charge of an earlier period is refunded too, also after the end', async () => {
  const browser = await payingOwner(site, email)
  await passDays(site, 32)
  expect(await chargesLeft()).toMatchObject([{ key: 'period-2' }, { key: 'period-1' }])
  expect((await correct(refund(200, 'card'))).status).toBe(200)
  expect((await correct({ kind: 'cancel', when: 'now' })).status).toBe(200)
  expect((await sessionOf(browser)).mayWatch).toBe(false)
  expect((await correct(refund(990, 'card'))).status).toBe(200)
  expect((await preview(refund(1, 'card'))).problem?.code).toBe('refund-too-much')
  expect((await preview(refund(1, 'card', 'period-9'))).problem?.code).toBe('refund-too-much')
})

test('a subscription is cancelled for its holder, at the end and then now, with what was shown', async () => {
  const browser = await payingOwner(site, email)
  expect((await correct({ kind: 'cancel', when: 'end' })).status).toBe(200)
  expect(await subscriptionOf(browser)).toMatchObject({ status: 'pending-expiry' })
  expect((await subjects())[0]).toBe('We have cancelled your subscription')
  expect((await preview({ kind: 'cancel', when: 'end' })).problem?.code).toBe('already-cancelled')
  await passDays(site, 10)
  const shownNow = await preview({ kind: 'cancel', when: 'now' })
  expect(shownNow.body.refundCents).toBeGreaterThan(600)
  expect(shownNow.body.refundCents).toBeLessThan(900)
  site.clock.advanceBusiness({ minutes: 9 })
  const { version, at, refundCents, after } = shownNow.body
  const shown = { version, at, refundCents, balanceCents: after.balanceCents }
  const body = {
    accountId: await idOf(),
    correction: { kind: 'cancel', when: 'now' } as const,
    shown,
    password,
  }
  expect(
    (await admin.call(calls.correctAccount, { body: { ...body, reason: 'asked by phone' } })).status,
  ).toBe(200)
  expect(await sums()).toMatchObject({ refunded: refundCents })
  expect((await sessionOf(browser)).mayWatch).toBe(false)
  expect(await subjects()).toContain('We have ended your subscription')
  expect((await preview({ kind: 'cancel', when: 'now' })).problem?.code).toBe('already-cancelled')
})

test('prepaid time is not cancelled now: it is taken back, or stays', async () => {
  await accountHolder(site, email)
  await passDays(site, 20)
  const interval = { value: 1, unit: 'y' as const }
  await admin.call(calls.assignPrepaid, {
    body: { accountId: await idOf(), password, licenseCount: 4, interval },
  })
  for (const when of ['now', 'end'] as const)
    expect((await preview({ kind: 'cancel', when })).problem?.code).toBe('not-cancellable')
})

test('a pause takes access away and moves the charge, as shown; everybody of the account is told, and it goes on early', async () => {
  const browser = await payingOwner(site, email)
  const { until } = (await subscriptionOf(browser)) ?? {}
  const { status, shown } = await correct({ kind: 'pause', months: 2 })
  const { pausedUntil } = shown.after
  expect([status, shown.refundCents, shown.after]).toMatchObject([
    200,
    0,
    {
      status: 'active',
      pausedFrom: until,
      until: pausedUntil,
      nextCharge: { at: pausedUntil, cardCents: 1190 },
    },
  ])
  expect((await subjects())[0]).toMatch(/^Your subscription is paused from /)
  expect((await preview({ kind: 'free-days', days: 1 })).problem?.code).toBe('subscription-paused')
  const left = Math.ceil((Date.parse(until ?? '') - site.clock.now().getTime()) / dayMs)
  const charged = async () => (await attemptsOf(site.db, await idOf())).length
  const before = await charged()
  expect(await sessionOf(browser)).toMatchObject({ mayWatch: true })
  await passDays(site, left + 5)
  expect(await sessionOf(browser)).toMatchObject({
    mayWatch: false,
    subscription: {
      status: 'active',
      health: 'ok',
      paused: { from: until, until: pausedUntil, begun: true },
    },
  })
  expect(await charged()).toBe(before)
  const gone = await correct({ kind: 'end-pause' })
  const { nextCharge } = gone.shown.after
  expect([gone.status, nextCharge?.cardCents]).toEqual([200, 1190])
  expect(await sessionOf(browser)).toMatchObject({ mayWatch: true })
  expect((await auditOf(site)).at(-1)).toMatchObject({ after: expect.stringContaining('"end-pause"') })
  await passDays(site, 1)
  expect(await charged()).toBe(before + 1)
  expect((await subscriptionOf(browser))?.paused).toBeUndefined()
  expect(await subjects()).toContain('Your subscription continues')
})
