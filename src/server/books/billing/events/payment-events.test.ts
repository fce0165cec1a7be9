import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import { accountBooks } from '#support/books.ts'
import { addPeople, removePeople } from '#support/paying-team.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { queuedMails } from '#support/stored/mails.ts'
import {
  expireCards,
  ledgerSums,
  refundsOf,
  attemptsOf as storedAttempts,
  storedCards,
  storedCustomers,
  noticesOf as storedNotices,
} from '#support/stored/money.ts'
import { allRows } from '#support/stored/rows.ts'
import { sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, enterCard, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

// Messages from a provider: their reception and their effects.

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })

let people = 0
async function subscriber(card?: string) {
  people += 1
  const browser = await accountHolder(site, `payer${people}@example.org`)
  const reply = await subscribe(browser, card)
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('signed out')
  return { browser, reply, accountId: body.account.id }
}

const attemptsOf = (accountId: string) => storedAttempts(site.db, accountId)
async function refOf(accountId: string): Promise<string> {
  const [attempt] = await attemptsOf(accountId)
  return attempt?.ref ?? ''
}
const noticesOf = async (accountId: string) =>
  (await storedNotices(site.db, accountId)).map(({ kind, cents }) => [kind, cents])
const eventRow = async (event: string) =>
  (await allRows(site.db, 'payment_event')).find(({ id }) => id === `sandbox ${event}`)
const ledgerOf = (accountId: string) => ledgerSums(site.db, accountId)

let told = 0
function eventAbout(about: PaymentEvent['about']): PaymentEvent {
  told += 1
  return { id: `evt_test_${told}`, type: 'test', createdAt: site.clock.real(), about }
}
function send(
  event: PaymentEvent,
  { signature, body, provider = 'sandbox' }: { signature?: string; body?: string; provider?: string } = {},
) {
  const signed = sandboxOf(site).sign(event)
  return site.client().call(calls.webhook, {
    params: { provider },
    body: body ?? signed.body,
    csrf: 'none',
    headers: { 'sandbox-signature': signature ?? signed.signature, origin: 'https://provider.example' },
  })
}

describe('at the door', () => {
  const nothing = { kind: 'other' } as const

  test('a signed message is kept and answered at once, with no session and no token, from anywhere', async () => {
    const event = eventAbout({ kind: 'charge', ref: 'pi_of_another_site', attemptId: undefined })
    expect(await send(event)).toMatchObject({ status: 200, body: { received: true } })
    expect(await eventRow(event.id)).toMatchObject({ provider: 'sandbox', processed_at: null, attempts: 0 })
    await site.services.queue.drain()
    expect((await eventRow(event.id))?.processed_at).not.toBeNull()
  })

  test('a type that means nothing to this site is welcome', async () => {
    const event = eventAbout(nothing)
    expect((await send(event)).status).toBe(200)
    expect((await eventRow(event.id))?.processed_at).not.toBeNull()
  })

  test('one with a wrong signature, or none, is refused', async () => {
    const event = eventAbout(nothing)
    const { body, signature } = sandboxOf(site).sign(event)
    const other = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const refused of [{ body: `${body} ` }, { signature: '' }, { signature: other }, { body: '{}' }])
      expect(await send(event, refused)).toMatchObject({ status: 400, problem: { code: 'malformed' } })
    expect(await eventRow(event.id)).toBeUndefined()
  })

  test('one that was signed five minutes ago is refused', async () => {
    const event = eventAbout(nothing)
    const { signature } = sandboxOf(site).sign(event)
    site.clock.advanceReal({ minutes: 5 })
    expect((await send(event, { signature })).status).toBe(200)
    site.clock.advanceReal({ seconds: 1 })
    expect((await send(event, { signature })).status).toBe(400)
  })

  test('providers that this site has not do not exist', async () => {
    const event = eventAbout(nothing)
    for (const provider of ['stripe', 'nobody']) expect((await send(event, { provider })).status).toBe(404)
  })

  test('one that is too long is refused', async () => {
    expect((await send(eventAbout(nothing), { body: ' '.repeat(65_537) })).status).toBe(413)
  })

  test('while the database is unavailable the provider is asked to send it again', async () => {
    const event = eventAbout(nothing)
    const { body, signature } = sandboxOf(site).sign(event)
    let gone = false
    const reached = new Proxy(site.db, {
      get: (target, name) => {
        if (gone) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
        const member = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const away = await createApp({
      ...site.services,
      database: { ...site.services.database, db: reached },
    })
    gone = true
    const reply = await new TestClient(away, site.services.config).call(calls.webhook, {
      params: { provider: 'sandbox' },
      body,
      csrf: 'none',
      headers: { 'sandbox-signature': signature },
    })
    expect([reply.status, Number(reply.headers['retry-after'])]).toEqual([503, 5])
    gone = false
    await away.close()
  })

  test('the same message twice is handled once', async () => {
    const event = eventAbout(nothing)
    const replies = await Promise.all([send(event), send(event), send(event)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = (await allRows(site.db, 'payment_event')).filter(({ id }) => id.endsWith(event.id))
    expect(kept).toHaveLength(1)
  })
})

describe('the subject of a message', () => {
  test('is settled though this site got no answer, and only once', async () => {
    await sandboxOf(site).setFault('charge-then-hang')
    const { browser, reply, accountId } = await subscriber()
    await sandboxOf(site).setFault('none')
    expect(reply.status).toBe(202)
    await site.services.queue.drain()
    expect((await browser.call(calls.userSession)).body).toMatchObject({ subscription: { status: 'active' } })
    const [attempt] = await attemptsOf(accountId)
    expect(attempt).toMatchObject({ state: 'succeeded' })
    for (const event of [1, 2, 3].map(() =>
      eventAbout({ kind: 'charge', ref: attempt?.ref ?? '', attemptId: attempt?.id }),
    ))
      await send(event)
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual({ captured: 1190, invoiced: 1190 })
  })

  test('is read from the provider: an outdated message changes nothing', async () => {
    const { accountId } = await subscriber()
    const ref = await refOf(accountId)
    await send({ ...eventAbout({ kind: 'charge', ref, attemptId: undefined }), type: 'charge.declined' })
    await site.services.queue.drain()
    expect(await attemptsOf(accountId)).toMatchObject([{ state: 'succeeded' }])
  })

  test('waits, with its error, while the provider is unreachable, and then succeeds', async () => {
    const { accountId } = await subscriber('4000002760003184')
    const [attempt] = await attemptsOf(accountId)
    await site.services.queue.drain()
    const event = eventAbout({ kind: 'charge', ref: attempt?.ref ?? '', attemptId: attempt?.id })
    const sandbox = sandboxOf(site)
    const { findCharge } = sandbox
    let asked = 0
    Object.assign(sandbox, {
      findCharge: async () => {
        asked += 1
        return { kind: 'unknown', reason: 'it is away' }
      },
    })
    await send(event)
    await site.services.queue.drain()
    await runUpkeep(site.services)
    expect(asked).toBe(1)
    expect(await eventRow(event.id)).toMatchObject({
      processed_at: null,
      attempts: 1,
      last_error: 'Error: it is away',
    })
    const failing = ['work-through-payment-events']
    for (const [seconds, times, failed] of [
      [9, 1, []],
      [2, 2, failing],
      [18, 2, []],
      [3, 3, failing],
    ] as const) {
      site.clock.advanceReal({ seconds })
      await runUpkeep(site.services, { failing: failed })
      expect(asked, `after ${seconds} s`).toBe(times)
    }
    Object.assign(sandbox, { findCharge })
    site.clock.advanceReal({ minutes: 1 })
    await runUpkeep(site.services)
    expect(await eventRow(event.id)).toMatchObject({ attempts: 4, last_error: null })
  })
})

describe('a refund that this site did not make', () => {
  /** The books of a month that was paid, invoiced, and given back to the cent with credit notes. */
  const allGivenBack = { captured: 1190, invoiced: 1190, refunded: 1190, credited: 1190 }

  test('a partial refund at the provider is booked with a credit note and reported; nothing else changes', async () => {
    const { browser, accountId } = await subscriber()
    await sandboxOf(site).dashboard.giveBack(await refOf(accountId), 595)
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual({
      captured: 1190,
      invoiced: 1190,
      refunded: 595,
      credited: 595,
    })
    expect(await noticesOf(accountId)).toEqual([['refund-elsewhere', 595]])
    const { body } = await browser.call(calls.invoices, { query: {} })
    expect(body.invoices[0]).toMatchObject({ kind: 'credit-note', netCents: -500, vatCents: -95 })
    const session = await browser.call(calls.userSession)
    expect(session.body).toMatchObject({ subscription: { status: 'active' }, mayWatch: true })
  })

  test("of the period's whole charge ends the subscription at once", async () => {
    const { browser, accountId } = await subscriber()
    await sandboxOf(site).dashboard.giveBack(await refOf(accountId), 1190)
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual(allGivenBack)
    const session = await browser.call(calls.userSession)
    expect(session.body).toMatchObject({ subscription: { status: 'cancelled' }, mayWatch: false })
  })

  test("of added users' full price removes their seats", async () => {
    const { browser, accountId } = await subscriber()
    const added = await addPeople(browser, 'more1@example.org', 'more2@example.org')
    expect(added.status).toBe(200)
    const seats = (await sandboxCharges(site.db, accountId)).find(({ cents }) => cents !== 1190)
    if (!seats) throw new Error('nobody paid for the users')
    await sandboxOf(site).dashboard.giveBack(seats.ref, seats.cents)
    await site.services.queue.drain()
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'active', licenseCount: 1 },
    })
  })

  test('two partial refunds never exceed the payment', async () => {
    const { accountId } = await subscriber()
    const ref = await refOf(accountId)
    await sandboxOf(site).dashboard.giveBack(ref, 333)
    await sandboxOf(site).dashboard.giveBack(ref, 857)
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual(allGivenBack)
    const refunds = await refundsOf(site.db, accountId)
    expect(refunds.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(1000)
    expect(refunds.reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(190)
  })

  test('a bank that claims all of a partly refunded payment gets the rest booked', async () => {
    const { accountId } = await subscriber()
    const { dashboard } = sandboxOf(site)
    const ref = await refOf(accountId)
    await dashboard.giveBack(ref, 333)
    await dashboard.closeDispute(await dashboard.dispute(ref, 1190), 'lost')
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual(allGivenBack)
  })

  test('a dispute stops charging at once; if lost, the amount counts as refunded', async () => {
    const { browser, accountId } = await subscriber()
    const dispute = await sandboxOf(site).dashboard.dispute(await refOf(accountId), 1190)
    await site.services.queue.drain()
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'pending-expiry' },
    })
    expect(await ledgerOf(accountId)).toEqual({ captured: 1190, invoiced: 1190 })
    await sandboxOf(site).dashboard.closeDispute(dispute, 'lost')
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual(allGivenBack)
    expect(await noticesOf(accountId)).toEqual([
      ['dispute-open', 1190],
      ['dispute-lost', 1190],
    ])
  })

  test('a dispute leaves no credit from its charge', async () => {
    const { browser, accountId } = await subscriber()
    const added = await addPeople(browser, 'gone1@example.org', 'gone2@example.org')
    expect(added.status).toBe(200)
    await removePeople(browser, 2)
    const creditOf = async () => {
      const { body } = await browser.call(calls.userSession)
      return body.authenticated ? body.subscription?.creditCents : undefined
    }
    expect(await creditOf()).toBeGreaterThan(0)
    const seats = (await sandboxCharges(site.db, accountId)).find(({ cents }) => cents !== 1190)
    if (!seats) throw new Error('nobody paid for the users')
    const { dashboard } = sandboxOf(site)
    const dispute = await dashboard.dispute(seats.ref, seats.cents)
    await site.services.queue.drain()
    await dashboard.closeDispute(dispute, 'lost')
    await site.services.queue.drain()
    expect(await creditOf()).toBe(0)
    expect((await accountBooks(site.services, accountId)).heldCents).toBe(0)
  })

  test('a lost dispute that was not reported before is handled at once', async () => {
    const { browser, accountId } = await subscriber()
    const sandbox = sandboxOf(site)
    await sandbox.setFault('reorder')
    const dispute = await sandbox.dashboard.dispute(await refOf(accountId), 1190)
    await sandbox.dashboard.closeDispute(dispute, 'lost')
    await sandbox.setFault('none')
    await site.services.queue.drain()
    expect(await noticesOf(accountId)).toEqual([['dispute-lost', 1190]])
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'pending-expiry' },
    })
  })

  test('a won dispute that was not reported before changes nothing', async () => {
    const { browser, accountId } = await subscriber()
    const sandbox = sandboxOf(site)
    await sandbox.setFault('reorder')
    const dispute = await sandbox.dashboard.dispute(await refOf(accountId), 1190)
    await sandbox.dashboard.closeDispute(dispute, 'won')
    await sandbox.setFault('none')
    await site.services.queue.drain()
    expect(await noticesOf(accountId)).toEqual([['dispute-won', 1190]])
    expect((await browser.call(calls.userSession)).body).toMatchObject({ subscription: { status: 'active' } })
    expect(await ledgerOf(accountId)).toEqual({ captured: 1190, invoiced: 1190 })
  })

  test('a won dispute leaves the payment in place and is reported', async () => {
    const { accountId } = await subscriber()
    const dispute = await sandboxOf(site).dashboard.dispute(await refOf(accountId), 1190)
    await site.services.queue.drain()
    await sandboxOf(site).dashboard.closeDispute(dispute, 'won')
    await site.services.queue.drain()
    expect(await ledgerOf(accountId)).toEqual({ captured: 1190, invoiced: 1190 })
    expect((await noticesOf(accountId)).at(-1)).toEqual(['dispute-won', 1190])
  })
})

describe('other messages of a provider', () => {
  test('an early fraud warning stops charging before there is a dispute, and is reported once', async () => {
    const { browser, accountId } = await subscriber()
    const about = { kind: 'fraud-warning', ref: 'issfr_1', chargeRef: await refOf(accountId) } as const
    for (const event of [eventAbout(about), eventAbout(about)]) await send(event)
    await site.services.queue.drain()
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'pending-expiry' },
    })
    expect(await noticesOf(accountId)).toEqual([['fraud-warning', 1190]])
    expect(await ledgerOf(accountId)).toEqual({ captured: 1190, invoiced: 1190 })
    expect((await browser.call(calls.refundSubscription)).status).toBe(200)
  })

  test('a card renewed by its bank has its new expiry, and no mail announces the old one', async () => {
    const { accountId } = await subscriber()
    const cardOf = async () => (await storedCards(site.db)).find((card) => card.accountId === accountId)
    const ref = (await cardOf())?.ref ?? ''
    await expireCards(site.db, accountId, '2026-12')
    const mailsAbout = async () =>
      (await queuedMails(site.db, `payer${people}@example.org`)).filter(({ template }) =>
        template.includes('card'),
      )
    await send(eventAbout({ kind: 'card', ref }))
    await send(eventAbout({ kind: 'card', ref: 'pm_of_nobody' }))
    await site.services.queue.drain()
    expect(await cardOf()).toMatchObject({ ref, expires: '2039-12', last4: '4242' })
    await runUpkeep(site.services)
    expect(await mailsAbout()).toEqual([])
  })

  test('a customer deleted at the provider has no card; the next card creates a new customer', async () => {
    const { browser, accountId } = await subscriber()
    const customerOf = async () =>
      (await storedCustomers(site.db)).find((customer) => customer.accountId === accountId)
    const ref = (await customerOf())?.ref ?? ''
    await sandboxOf(site).forgetCustomer(ref)
    await send(eventAbout({ kind: 'customer-gone', ref }))
    await site.services.queue.drain()
    expect(await customerOf()).toBeUndefined()
    expect(await noticesOf(accountId)).toEqual([['customer-gone', null]])
    expect((await browser.call(calls.userSession)).body).toMatchObject({
      subscription: { status: 'active' },
      mayWatch: true,
    })
    const setupIntent = await enterCard(browser)
    const body = { paymentMethod: setupIntent }
    expect((await browser.call(calls.changeSubscription, { body })).status).toBe(200)
    expect((await customerOf())?.ref).not.toBe(ref)
  })
})
