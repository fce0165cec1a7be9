import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { mailsTo } from '#support/mails.ts'
import { accountIn } from '#support/owners.ts'
import { addPeople, removePeople } from '#support/paying-team.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { charges } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { sandboxRefunds } from '#support/stored/sandbox-money.ts'
import { holdCredit } from '#support/stored/subscriptions.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { decideAsOperator } from './decide-declaration.ts'

const site = testApp({ settings: { RATE_LIMITS: '100', SELLER_EMAIL: 'robin@example.com' } })
beforeEach(() => site.startOver())

const ada = 'ada@example.org'
const stranger = { name: 'Mallory', email: ada }

async function days(count: number): Promise<void> {
  site.clock.advanceBusiness({ days: count })
  await runUpkeep(site.services)
}

/** An account holder who pays by the month since 6 December, and whose trial is over. */
async function subscriber(interval?: object): Promise<TestClient> {
  const browser = await accountHolder(site, ada)
  await days(15)
  expect((await subscribe(browser, undefined, interval)).status).toBe(200)
  return browser
}

async function declare(what: 'Cancellation' | 'Withdrawal', body: object) {
  await site.client().call(calls[`declare${what}`], {
    body: what === 'Cancellation' ? { kind: 'ordinary', ...body } : body,
  })
  await site.services.queue.drain()
}

async function waitingId(): Promise<string> {
  return (await declaration()).id
}

async function declaration() {
  const [only] = await allRows(site.db, 'declaration')
  if (!only) throw new Error('nothing was declared')
  return only
}
const outcomeOf = async () => (await declaration()).outcome

const decide = (browser: TestClient, id: string, decision: 'accept' | 'reject') =>
  browser.call(calls.decideDeclaration, { params: { id }, body: { decision } })

const refunds = async () => (await sandboxRefunds(site.db)).map(({ cents }) => cents)

async function statusOf(browser: TestClient) {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.subscription?.status : undefined
}

async function creditOf(browser: TestClient) {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.subscription?.creditCents : undefined
}

const notMeIn = async (address: string) => {
  const links = (await mailsTo(site, address)).flatMap(
    ({ text }) => /\/contract\/not-me#([\w-]+)/.exec(text)?.[1] ?? [],
  )
  return links[0]
}
const notMe = (token: string) => site.client().call(calls.takeBackDeclaration, { body: { token } })

describe('the holder of a contract decides about a declaration that waits', () => {
  test('the mail leads to its page, which shows the declaration', async () => {
    const browser = await subscriber()
    await declare('Cancellation', { ...stranger, contract: 'the videos' })
    const id = await waitingId()
    const mail = (await mailsTo(site, ada)).find(({ subject }) => subject.startsWith('Somebody cancelled'))
    expect(mail?.text).toContain(`/account/declaration/${id}`)
    expect(mail?.text).not.toContain('not-me')
    const { status, body } = await browser.call(calls.declaration, { params: { id } })
    expect([status, body]).toEqual([
      200,
      {
        kind: 'cancellation',
        receivedAt: site.clock.now().toISOString(),
        name: 'Mallory',
        email: ada,
        contract: 'the videos',
        cancellation: 'ordinary',
        holderKnown: false,
        outcome: 'waits',
      },
    ])
  })

  test('no other user sees it or decides about it', async () => {
    await subscriber()
    await declare('Cancellation', stranger)
    const other = await accountHolder(site, 'eve@example.org')
    const params = { id: await waitingId() }
    expect((await other.call(calls.declaration, { params })).status).toBe(404)
    expect((await decide(other, params.id, 'accept')).status).toBe(404)
    expect((await decide(site.client(), params.id, 'accept')).status).toBe(401)
  })

  test('rejected: nothing changes, and it is decided for good', async () => {
    const browser = await subscriber()
    await declare('Cancellation', stranger)
    const id = await waitingId()
    expect((await decide(browser, id, 'reject')).body.outcome).toBe('rejected')
    expect(await statusOf(browser)).toBe('active')
    expect((await decide(browser, id, 'accept')).problem?.code).toBe('declaration-decided')
  })

  test('accepted within the same period: the contract ends with it', async () => {
    const browser = await subscriber()
    await declare('Cancellation', stranger)
    await days(3)
    const { status, body } = await decide(browser, await waitingId(), 'accept')
    expect([status, body.outcome]).toEqual([200, 'done'])
    expect(await statusOf(browser)).toBe('pending-expiry')
    const confirmed = (await mailsTo(site, ada)).filter(({ subject }) => /received your canc/.test(subject))
    expect(confirmed.map(({ text }) => text.includes('Your contract is cancelled'))).toEqual([true, false])
  })

  test('accepted after two renewals: it counts from its receipt, and both go back', async () => {
    const browser = await subscriber()
    await declare('Cancellation', stranger)
    await days(32)
    await days(32)
    expect(await charges(site.db)).toHaveLength(3)
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    expect(await statusOf(browser)).toBe('cancelled')
    expect(await refunds()).toEqual([1190, 1190])
  })

  test('accepted after a renewal, with the notice over before it: the rest of that period is refunded too', async () => {
    const browser = await subscriber({ value: 1, unit: 'y' })
    await days(366)
    // the second year, of which 10 months are left when the notice ends
    await days(30)
    await declare('Cancellation', stranger)
    await days(340)
    const yearly = 11424
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    const [third, second] = (await refunds()).toSorted((one, other) => other - one)
    expect(third).toBe(yearly)
    // of 365 days the 304 after 7 February 2029
    expect(second).toBeGreaterThan(Math.floor((yearly * 300) / 365))
    expect(second).toBeLessThan(Math.ceil((yearly * 308) / 365))
  })

  test('accepted after a renewal: earlier credits for users are not repeated', async () => {
    const browser = await subscriber({ value: 1, unit: 'y' })
    await addPeople(browser, 'b@example.org', 'c@example.org', 'd@example.org')
    await days(180)
    await removePeople(browser, 3)
    const { accountId } = await personAt(site.db, ada)
    const creditedOf = async () => {
      const documents = (await readInvoices(site.db, accountId)).toReversed()
      const [, seats] = documents.filter(({ kind }) => kind === 'invoice')
      const notes = documents.filter(({ corrects }) => corrects === seats?.number)
      return notes.reduce((cents, { gross_cents: grossCents }) => cents - grossCents, 0)
    }
    const before = await creditedOf()
    expect(before).toBeGreaterThan(10_000)
    await days(90)
    await declare('Cancellation', { ...stranger, kind: 'extraordinary', reason: 'moved' })
    await days(100)
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    await runUpkeep(site.services)
    expect((await creditedOf()) - before).toBeLessThan(3)
  })

  test('payments by credit only are returned as credit', async () => {
    const browser = await subscriber()
    await holdCredit(site.db, (await personAt(site.db, ada)).accountId, 1190)
    await declare('Cancellation', stranger)
    await days(32)
    await days(32)
    expect(await creditOf(browser)).toBe(0)
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    // one of the two periods was paid by card
    expect([await refunds(), await creditOf(browser)]).toEqual([[1190], 1190])
  })

  test('a withdrawal from a period that began at once refunds the payment of the one before it, once', async () => {
    const browser = await subscriber()
    const year = { interval: { value: 1, unit: 'y' }, atOnce: true, paymentProvider: 'sandbox' }
    expect((await browser.call(calls.changeSubscription, { body: year })).status).toBe(200)
    await declare('Withdrawal', stranger)
    await days(2)
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    expect((await refunds()).toSorted((one, other) => one - other)).toEqual([1190, 11_424 - 1190])
    expect([await statusOf(browser), await creditOf(browser)]).toEqual(['cancelled', 0])
  })

  describe('to end on a day beyond the running period', () => {
    const endsOn = '2027-02-20'

    test('accepted: it is extended until then, ends on that day, and the rest of the period is refunded', async () => {
      const browser = await subscriber()
      await declare('Cancellation', { ...stranger, endsOn })
      expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('received')
      expect(await statusOf(browser)).toBe('active')
      await days(32)
      await days(32)
      await runUpkeep(site.services)
      expect([await outcomeOf(), await statusOf(browser)]).toEqual(['done', 'pending-expiry'])
      await days(32)
      // a month's notice was long over: of the 28 days from 6 February on, the 14 after that day
      expect([await refunds(), await statusOf(browser)]).toEqual([[595], 'cancelled'])
    })

    test('accepted long after that day: later periods are refunded', async () => {
      const browser = await subscriber()
      await declare('Cancellation', { ...stranger, endsOn })
      for (const _ of [1, 2, 3, 4]) await days(31)
      expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
      expect(await statusOf(browser)).toBe('cancelled')
      // of March and April all, of February the 14 days after that one
      expect((await refunds()).toSorted((one, other) => other - one)).toEqual([1190, 1190, 595])
    })
  })

  test('accepted while a renewal is unpaid: it ends at once, and nothing waits for a day', async () => {
    const browser = await subscriber()
    await sandboxOf(site).setFault('decline')
    await days(32)
    await sandboxOf(site).setFault('none')
    await declare('Cancellation', stranger)
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    expect([await refunds(), await statusOf(browser)]).toEqual([[], 'cancelled'])
  })

  test('a withdrawal in time is honoured however late it is accepted: everything is refunded', async () => {
    const browser = await subscriber()
    await days(13)
    await declare('Withdrawal', stranger)
    await days(32)
    expect((await decide(browser, await waitingId(), 'accept')).body.outcome).toBe('done')
    expect(await statusOf(browser)).toBe('cancelled')
    expect(await refunds()).toEqual([1190, 1190])
  })

  test('a withdrawal that is too late cannot be accepted, and stays pending', async () => {
    const browser = await subscriber()
    await days(16)
    await declare('Withdrawal', stranger)
    expect((await decide(browser, await waitingId(), 'accept')).problem?.code).toBe('no-withdrawal')
    expect([await outcomeOf(), await statusOf(browser)]).toEqual(['operator', 'active'])
  })

  test('a declaration about an earlier contract ends no later one', async () => {
    const browser = await subscriber()
    await declare('Cancellation', stranger)
    await browser.call(calls.cancelSubscription)
    await days(60)
    expect((await subscribe(browser)).status).toBe(200)
    expect((await decide(browser, await waitingId(), 'accept')).problem?.code).toBe('not-cancellable')
    expect(await statusOf(browser)).toBe('active')
  })

  test('for good cause: it ends at once', async () => {
    const browser = await subscriber()
    await declare('Cancellation', {
      name: 'Ada Lovelace',
      email: ada,
      kind: 'extraordinary',
      reason: 'It fails.',
    })
    const id = await waitingId()
    expect((await browser.call(calls.declaration, { params: { id } })).body.holderKnown).toBe(true)
    await days(15)
    await decide(browser, id, 'accept')
    expect(await statusOf(browser)).toBe('cancelled')
    // all but half a day: it was declared on the first one, and counts from then
    expect(await refunds()).toEqual([1172])
  })

  test('for good cause, half way: the payment for the time after it is refunded', async () => {
    const browser = await subscriber()
    await days(15)
    await declare('Cancellation', {
      name: 'Ada Lovelace',
      email: ada,
      kind: 'extraordinary',
      reason: 'Broken.',
    })
    await decide(browser, await waitingId(), 'accept')
    expect(await statusOf(browser)).toBe('cancelled')
    const [back = 0] = await refunds()
    expect(back).toBeGreaterThan(560)
    expect(back).toBeLessThan(660)
  })
})

describe('the operator decides', () => {
  const asOperator = (request: Parameters<typeof decideAsOperator>[1]) =>
    decideAsOperator(site.services, request)

  test('pending ones are listed, and an accepted one is executed by the site', async () => {
    const browser = await subscriber()
    await declare('Cancellation', { ...stranger, name: 'Mal\u2028lory' })
    const id = await waitingId()
    const outcome = await asOperator({ decision: 'list' })
    expect(outcome).toEqual({ list: [expect.stringMatching(new RegExp(`^${id} .* by Mal lory <${ada}>`))] })
    expect(await asOperator({ decision: 'accept', id })).toEqual({ decided: 'accepted' })
    expect(await asOperator({ decision: 'accept', id })).toEqual({ refused: 'not-waiting' })
    await runUpkeep(site.services)
    expect([await outcomeOf(), await statusOf(browser)]).toEqual(['done', 'pending-expiry'])
    expect(await asOperator({ decision: 'list' })).toEqual({ list: [] })
  })

  test('without a contract its number is required', async () => {
    const browser = await subscriber()
    await declare('Cancellation', { ...stranger, email: 'unknown@example.org' })
    const id = await waitingId()
    expect(await asOperator({ decision: 'accept', id })).toEqual({ refused: 'contract-needed' })
    const { contractNumber: contract } = await accountIn(browser)
    expect(await asOperator({ decision: 'accept', id, contract })).toEqual({ decided: 'accepted' })
    await runUpkeep(site.services)
    expect(await statusOf(browser)).toBe('pending-expiry')
    // the holder is notified, and can object
    expect(await notMeIn(ada)).toMatch(/^[\w-]{43}$/)
  })

  test('a rejected one is done with', async () => {
    const browser = await subscriber()
    await declare('Cancellation', stranger)
    expect(await asOperator({ decision: 'reject', id: await waitingId() })).toEqual({ decided: 'rejected' })
    await runUpkeep(site.services)
    expect([await outcomeOf(), await statusOf(browser)]).toEqual(['rejected', 'active'])
  })
})

describe('"this was not me"', () => {
  /** A cancellation from another browser with the contract number. */
  async function cancelledByOther(): Promise<TestClient> {
    const browser = await subscriber()
    const { contractNumber } = await accountIn(browser)
    await declare('Cancellation', { name: 'Mallory', email: 'mallory@example.org', contract: contractNumber })
    expect(await statusOf(browser)).toBe('pending-expiry')
    return browser
  }

  test('restores the subscription, once', async () => {
    const browser = await cancelledByOther()
    const token = (await notMeIn(ada)) ?? ''
    expect((await notMe(token)).body).toEqual({ outcome: 'restored' })
    expect([await statusOf(browser), await outcomeOf()]).toEqual(['active', 'taken-back'])
    expect((await notMe(token)).problem?.code).toBe('declaration-link-wrong')
  })

  test('the declared address never gets that link', async () => {
    await cancelledByOther()
    expect(await mailsTo(site, 'mallory@example.org')).toHaveLength(1)
    expect(await notMeIn('mallory@example.org')).toBeUndefined()
  })

  test('nor does an unconfirmed address of the holder', async () => {
    const browser = await subscriber()
    const { database, clock } = site.services
    const typed = 'ada@exmaple.org'
    await storeContact(database.db, await personAt(database.db, ada), { email: typed }, clock.now())
    const { contractNumber } = await accountIn(browser)
    await declare('Cancellation', { name: 'Mallory', email: 'mallory@example.org', contract: contractNumber })
    expect(await mailsTo(site, typed)).toEqual([])
    expect(await notMeIn(ada)).toMatch(/^[\w-]{43}$/)
  })

  test('works for 14 days', async () => {
    const browser = await cancelledByOther()
    const token = (await notMeIn(ada)) ?? ''
    site.clock.advanceBusiness({ days: 14 })
    expect((await notMe(token)).problem?.code).toBe('declaration-link-wrong')
    expect(await statusOf(browser)).toBe('pending-expiry')
  })

  test('once money went back it offers to subscribe again', async () => {
    const browser = await subscriber()
    const { contractNumber } = await accountIn(browser)
    await declare('Withdrawal', { name: 'Mallory', email: 'mallory@example.org', contract: contractNumber })
    expect(await refunds()).toEqual([1190])
    expect((await notMe((await notMeIn(ada)) ?? '')).body).toEqual({ outcome: 'subscribe-again' })
    expect(await statusOf(browser)).toBe('cancelled')
  })

  test("the refund for the month's notice is not charged again: they can subscribe again", async () => {
    const browser = await accountHolder(site, ada)
    await days(15)
    await subscribe(browser, undefined, { value: 1, unit: 'y' })
    await days(370)
    const { contractNumber } = await accountIn(browser)
    await declare('Cancellation', {
      name: 'Mallory',
      email: 'mallory@example.org',
      contract: contractNumber,
    })
    await runUpkeep(site.services)
    expect(await refunds()).toHaveLength(1)
    expect((await notMe((await notMeIn(ada)) ?? '')).body).toEqual({ outcome: 'subscribe-again' })
    expect(await statusOf(browser)).toBe('pending-expiry')
  })

  test('a guessed word does nothing', async () => {
    const browser = await cancelledByOther()
    expect((await notMe('x'.repeat(43))).problem?.code).toBe('declaration-link-wrong')
    expect(await statusOf(browser)).toBe('pending-expiry')
  })
})
