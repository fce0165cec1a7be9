import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { writeSetting } from '#server/platform/database/setting.store.ts'
import { beginClosing, readServiceState } from '#server/platform/site/service-mode.ts'
import { mailsTo } from '#support/mails.ts'
import { registerIn, registrationOf, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { checkoutWith, placeOrder, voucherOnSale } from '#support/shopper.ts'
import { personAt } from '#support/stored/people.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import {
  type ClosingOutcome,
  type ClosingRequest,
  closeService,
  closeServiceOnRequest,
} from './close-service.ts'

const site = testApp({ settings: { RATE_LIMITS: '100000', PRODUCT_NAME: 'Nine Lamps' } })
beforeEach(() => site.startOver())

const act = (request: ClosingRequest) => closeService(site.services, request)
const order = () => act({ act: 'order', name: 'Nine Lamps' })
const switchTo = (serviceMode: ServiceMode) =>
  site.client().call(calls.demoServiceMode, { body: { serviceMode } })

/** Advances business time and runs all due work at each step. */
async function hours(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 72) {
    site.clock.advanceBusiness({ hours: Math.min(left, 72) })
    await runUpkeep(site.services)
  }
}

async function stored(email: string) {
  const { state, ...row } = await storedSubscription(site.db, (await personAt(site.db, email)).accountId)
  return { ...row, state: state as Record<string, unknown> }
}
const subjectsTo = async (email: string) => (await mailsTo(site, email)).map(({ subject }) => subject)
const closedMails = async (email: string) =>
  (await subjectsTo(email)).filter((subject) => subject.includes('what you keep')).length

/**
 * Customers with a monthly subscription, with a trial followed by a subscription, and with a trial only; and an
 * unredeemed voucher.
 */
async function customers() {
  await subscribe(await accountHolder(site, 'ada@example.org'))
  await hours(16 * 24)
  await subscribe(await accountHolder(site, 'ben@example.org'))
  await accountHolder(site, 'cleo@example.org')
  const voucher = await voucherOnSale(site)
  const giver = site.client()
  const checkout = await checkoutWith(giver, 'giver@example.org')
  const { body } = await placeOrder(giver, checkout, voucher, { quantity: 2 })
  return body.order.vouchers.map(({ code }) => code ?? '')
}

const people = ['ada@example.org', 'ben@example.org', 'cleo@example.org']
const toldOfClosing = async () => [
  await closedMails('ada@example.org'),
  await closedMails('ben@example.org'),
  await closedMails('cleo@example.org'),
]
const standing = () => Promise.all(people.map(stored))

describe('closing the service', () => {
  test('announces its effects, and does nothing before its day', async () => {
    await customers()
    await switchTo('sunset')
    const before = await standing()
    expect(await act({ act: 'preview' })).toMatchObject({
      kind: 'preview',
      productName: 'Nine Lamps',
      effectiveAt: new Date(site.clock.now().getTime() + 86_400_000).toISOString(),
      subscriptions: 3,
      seats: 3,
      unpaid: 0,
      lastUntil: expect.any(String),
      refunds: { orders: 1, vouchers: 2, grossCents: 6426 },
      mails: 4,
    })
    expect(await act({ act: 'order', name: 'Nine lamps' })).toEqual({ kind: 'wrong-name' })
    expect(await order()).toMatchObject({ kind: 'ordered' })
    expect(await order()).toMatchObject({ kind: 'pending' })
    expect(await act({ act: 'preview' })).toMatchObject({ kind: 'pending' })
    await hours(23)
    expect(await standing()).toEqual(before)
    expect(await toldOfClosing()).toEqual([0, 0, 0])
    expect((await readServiceState(site.services)).serviceMode).toBe('sunset')
  })

  test('lets each subscription run to its end, refunds vouchers and announces what is kept, once', async () => {
    const codes = await customers()
    await switchTo('sunset')
    const before = await standing()
    await order()
    await hours(25)
    const after = await standing()
    expect(after.map(({ status, until }) => [status, until])).toEqual([
      ['pending-expiry', before[0]?.until],
      ['trial', before[1]?.until],
      ['trial', before[2]?.until],
    ])
    expect(after.map(({ state }) => state.nextInterval)).toEqual([null, null, null])
    expect(await toldOfClosing()).toEqual([1, 1, 1])
    const [mail] = (await mailsTo(site, 'ada@example.org')).filter(({ subject }) => subject.includes('keep'))
    expect(mail?.text).toMatch(/access for 1 user until \d+\. \w+, \d{4}/)
    const paidBack = (await subjectsTo('giver@example.org')).filter((subject) =>
      subject.endsWith('are paid back'),
    )
    expect(paidBack).toHaveLength(1)
    const late = await (await accountHolder(site, 'late@example.org')).call(calls.redeemCoupon, {
      body: { couponCode: codes[0] ?? '' },
    })
    expect(late.status).toBe(422)

    expect(await act({ act: 'undo' })).toEqual({ kind: 'closed' })
    expect(await act({ act: 'preview' })).toEqual({ kind: 'closed' })
    await hours(40 * 24)
    expect((await standing()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await toldOfClosing()).toEqual([1, 1, 1])
    expect(await readServiceState(site.services)).toEqual({ serviceMode: 'closed', freedBySunset: true })
  })

  test('can be revoked before it begins: status, next interval and renewal are restored', async () => {
    await customers()
    await switchTo('sunset')
    const before = await standing()
    await order()
    // its time has come, but it has no effect yet
    site.clock.advanceBusiness({ hours: 26 })
    expect(await act({ act: 'undo' })).toEqual({ kind: 'undone' })
    expect(await act({ act: 'undo' })).toEqual({ kind: 'nothing' })
    await runUpkeep(site.services)
    expect(await standing()).toEqual(before)
    await hours(31 * 24)
    const [ada, ben, cleo] = await standing()
    expect([ada?.status, ben?.status, cleo?.status]).toEqual(['active', 'active', 'cancelled'])
    expect(await toldOfClosing()).toEqual([0, 0, 0])
    expect(await readServiceState(site.services)).toEqual({ serviceMode: 'sunset', freedBySunset: false })
  })

  test.each(['open', 'paused'] as const)('takes effect with any settings: %s', async (mode) => {
    await customers()
    await switchTo(mode)
    await order()
    await hours(25)
    expect((await stored('ada@example.org')).status).toBe('pending-expiry')
    expect((await site.client().call(calls.config)).body).toMatchObject({
      serviceMode: 'closed',
      shop: false,
    })
  })

  test('of an undo and the beginning one waits for the other', async () => {
    for (let round = 0; round < 3; round += 1) {
      await order()
      site.clock.advanceBusiness({ hours: 25 })
      const [, undone] = await Promise.all([beginClosing(site.services), act({ act: 'undo' })])
      const { serviceMode } = await readServiceState(site.services)
      const expected: ClosingOutcome['kind'] = serviceMode === 'closed' ? 'closed' : 'undone'
      expect(undone.kind).toBe(expected)
      await act({ act: 'open' })
    }
  })

  test('is ended by reopening: ended subscriptions stay ended, and new ones are renewed', async () => {
    await customers()
    expect(await act({ act: 'open' })).toEqual({ kind: 'nothing' })
    await order()
    await hours(25)
    expect(await act({ act: 'open' })).toEqual({ kind: 'opened' })
    await runUpkeep(site.services)
    expect((await stored('ada@example.org')).status).toBe('pending-expiry')
    await subscribe(await accountHolder(site, 'dora@example.org'))
    await hours(50 * 24)
    expect((await stored('dora@example.org')).status).toBe('active')
    await order()
    await hours(25)
    expect([await closedMails('dora@example.org'), await closedMails('ada@example.org')]).toEqual([1, 1])
  })

  test('accepts only what the command sends', async () => {
    for (const request of [null, {}, { act: 'order' }, { act: 'undo', name: 'x' }, { act: 'close' }])
      await expect(closeServiceOnRequest(site.services, request)).rejects.toThrow()
  })
})

describe('while nothing is sold', () => {
  test.each(['paused', 'sunset'] as const)('a voucher that is paid lets one register: %s', async (mode) => {
    const [code = ''] = await customers()
    await switchTo(mode)
    const register = (email: string, more = {}) =>
      site.client().call(calls.register, { body: registrationOf(email, more) })
    const plain = await register('plain@example.org')
    if (mode === 'paused') expect([plain.status, plain.problem?.code]).toEqual([409, 'paused'])
    else expect(plain.status).toBe(202)
    expect((await register('guess@example.org', { couponCode: 'NO-SUCH-CODE' })).status).toBe(422)
    expect((await register('given@example.org', { couponCode: code })).status).toBe(202)
  })
})

test('a code reserved at registration is void once its order is refunded', async () => {
  const [code = ''] = await customers()
  await switchTo('sunset')
  const holder = site.client()
  const email = 'holder@example.org'
  const body = await registerIn(site, holder, email, { couponCode: code })
  await order()
  await hours(25)
  expect(
    (await subjectsTo('giver@example.org')).filter((subject) => subject.endsWith('are paid back')),
  ).toHaveLength(1)
  expect((await holder.call(calls.confirmContact, { body })).status).toBe(200)
  await signIn(holder, email)
  expect((await holder.call(calls.userSession)).body).toMatchObject({ subscription: null })
})

describe('what a former version closed', () => {
  const migration = readFileSync(
    resolve(import.meta.dirname, '../../../../migrations/0052-former-sunset.sql'),
    'utf8',
  )

  test.each(['announced', 'free'] as const)(
    'counts as closed, and no user is notified again: %s',
    async (how) => {
      const codes = await customers()
      if (how === 'free') await writeSetting(site.db, 'freed-by-sunset', true)
      else {
        await site.db
          .updateTable('mail')
          .set({ effect_key: 'sunset-announced somebody v3' })
          .where('effect_key', 'like', 'trial-started%')
          .where('recipient', '=', 'cleo@example.org')
          .execute()
      }
      await sql.raw(migration).execute(site.db)
      await switchTo('sunset')
      await runUpkeep(site.services)
      expect((await readServiceState(site.services)).serviceMode).toBe('closed')
      expect(await act({ act: 'preview' })).toEqual({ kind: 'closed' })
      expect(await act({ act: 'undo' })).toEqual({ kind: 'nothing' })
      // users told that nothing would follow: they are not mailed again
      expect(await closedMails('cleo@example.org')).toBe(0)
      expect(codes).toHaveLength(2)
      expect((await readServiceState(site.services)).freedBySunset).toBe(how === 'free')
    },
  )

  test('is over where the service sells again: that a sunset was announced once closes nothing later', async () => {
    await customers()
    await writeSetting(site.db, 'freed-by-sunset', true)
    await sql.raw(migration).execute(site.db)
    expect((await readServiceState(site.services)).serviceMode).toBe('open')
    await switchTo('paused')
    expect(await readServiceState(site.services)).toEqual({ serviceMode: 'paused', freedBySunset: false })
    await switchTo('open')
    await runUpkeep(site.services)
    await switchTo('sunset')
    expect(await readServiceState(site.services)).toEqual({ serviceMode: 'sunset', freedBySunset: false })
  })
})
