import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { recoverCharges } from '#server/books/billing/charging/recover-charges.ts'
import { storePasswordHash } from '#server/identity/passwords/password.store.ts'
import type { Sandbox } from '#server/platform/outside/sandbox/sandbox.ts'
import { mailsTo } from '#support/mails.ts'
import {
  addPeople,
  passDays,
  payingOwner,
  quoteFor,
  removePeople,
  saveUsers,
  sessionOf,
} from '#support/paying-team.ts'
import { signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { markConfirmed } from '#support/stored/contacts.ts'
import { personAt } from '#support/stored/people.ts'
import { sandboxCharges, takenAtSandbox } from '#support/stored/sandbox-money.ts'
import { accountHolder, enterCard, sandboxOf, subscribe } from '#support/subscriber.ts'
import { addUser } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let count = 0
let [ada, ann, bob] = [
  { name: '', email: '' },
  { name: '', email: '' },
  { name: '', email: '' },
]
beforeEach(async () => {
  count += 1
  await sandboxOf(site).setFault('none')
  ;[ada, ann, bob] = (['Ada', 'Ann', 'Bob'] as const).map((name) => ({
    name,
    email: `${name.toLowerCase()}@price${count}.example`,
  })) as [typeof ada, typeof ann, typeof bob]
})

/** What one more user costs, or one less gives back, at the moment that `payer` answers. */
let oneMore = 0

/** An owner on the plan on sale, at some hour of the first day of the first month. */
async function payer(interval?: object) {
  const owner = await payingOwner(site, ada.email, interval)
  // later charges must have a later time, by which `taken` sorts
  site.clock.advanceReal({ seconds: 1 })
  oneMore = (await quoteFor(owner, 2)).body.dueNowCents
  return owner
}

async function taken(by = ada.email): Promise<number[]> {
  return takenAtSandbox(site.db, (await personAt(site.db, by)).accountId)
}

async function standing(browser: TestClient) {
  const { users, subscription, account } = await sessionOf(browser)
  return {
    emails: users.map(({ email }) => email),
    licenses: subscription?.licenseCount,
    credit: subscription?.creditCents,
    waiting: account.waitingUsers?.map(({ email }) => email),
  }
}

describe('more users on a paid plan', () => {
  test('are charged for at once, by the price that was shown, and added with the payment', async () => {
    const owner = await payer()
    const { status, body: quote } = await quoteFor(owner, 3)
    expect([status, quote]).toMatchObject([
      200,
      {
        paidUsersBefore: 1,
        paidUsersAfter: 3,
        dueNowCents: expect.toSatisfy((cents: number) => Math.abs(cents - 2 * oneMore) <= 1),
        creditCents: 0,
        nextTotalCents: 3570,
        interval: { value: 1, unit: 'm' },
        vat: { basisPoints: 1900, reverseCharge: false },
      },
    ])
    const users = [ann, bob]
    const saved = await saveUsers(owner, { users, notify: [ann.email], quoteId: quote.quoteId })
    expect([saved.status, saved.body.users.map(({ email, seat }) => [email, seat])]).toEqual([
      200,
      [
        [ada.email, true],
        [ann.email, true],
        [bob.email, true],
      ],
    ])
    expect([saved.body.subscription?.licenseCount, await taken()]).toEqual([3, [1190, quote.dueNowCents]])
    expect((await mailsTo(site, ann.email)).length).toBe(1)
    expect((await mailsTo(site, bob.email)).length).toBe(0)
    const { body } = await owner.call(calls.invoices, { query: {} })
    expect(body.invoices.map(({ grossCents }) => grossCents)).toEqual([quote.dueNowCents, 1190])
  })

  test('are charged for the rest of the period', async () => {
    const owner = await payer({ value: 1, unit: 'y' })
    const whole = (await quoteFor(owner, 2)).body.dueNowCents
    await passDays(site, 73)
    const { body } = await quoteFor(owner, 2)
    expect(body.dueNowCents / whole).toBeCloseTo(0.8, 2)
    expect((await addPeople(owner, ann.email)).status).toBe(200)
    expect((await taken()).at(-1)).toBe(body.dueNowCents)
  })

  test('are refused without a quote, and with one that is expired, altered, for other users or of another account', async () => {
    const owner = await payer()
    const other = await payingOwner(site, `eve@price${count}.example`)
    const { quoteId } = (await quoteFor(owner, 2)).body
    const attempt = async (word?: string) =>
      (await saveUsers(owner, { users: [ann], quoteId: word })).problem?.code
    expect(await attempt()).toBe('quote-needed')
    expect(await attempt((await quoteFor(other, 2)).body.quoteId)).toBe('quote-stale')
    expect(await attempt((await quoteFor(owner, 3)).body.quoteId)).toBe('quote-stale')
    const [version, users, net, ...rest] = quoteId.split('.')
    expect(await attempt([version, users, '1', ...rest].join('.'))).toBe('quote-stale')
    expect(await attempt([version, users, net, ...rest].join('.').slice(0, -2))).toBe('quote-stale')
    site.clock.advanceBusiness({ minutes: 10 })
    expect(await attempt(quoteId)).toBe('quote-stale')
    expect(await taken()).toHaveLength(1)
    expect(await standing(owner)).toMatchObject({ emails: [ada.email], licenses: 1 })
  })

  test('are not charged for at another tax than was shown', async () => {
    const owner = await payer()
    const { quoteId } = (await quoteFor(owner, 2)).body
    await owner.call(calls.changeVatId, { body: { country: 'AT', vatId: 'ATU12345675' } })
    expect((await saveUsers(owner, { users: [ann], quoteId })).problem?.code).toBe('quote-stale')
    expect((await quoteFor(owner, 2)).body).toMatchObject({
      dueNowCents: Math.round(oneMore / 1.19),
      vat: { basisPoints: 0, reverseCharge: true },
    })
  })

  test("are not added when the card is declined, with the provider's reason", async () => {
    const owner = await payer()
    const paymentMethod = await enterCard(owner, '4000000000009995')
    await owner.call(calls.changeSubscription, { body: { paymentMethod } })
    const answer = await addPeople(owner, ann.email)
    expect(answer.problem).toMatchObject({
      code: 'card-declined',
      detail: 'Your card has insufficient funds.',
    })
    expect(await standing(owner)).toMatchObject({
      emails: [ada.email],
      licenses: 1,
      waiting: undefined,
    })
    const good = await enterCard(owner)
    await owner.call(calls.changeSubscription, { body: { paymentMethod: good } })
    expect((await addPeople(owner, ann.email)).status).toBe(200)
    expect(await taken()).toEqual([1190, oneMore])
  })

  test('are not added, nor wait, when the provider calls the payment off', async () => {
    const owner = await payer()
    const sandbox = sandboxOf(site)
    const { charge } = sandbox
    Object.assign(sandbox, { charge: async () => ({ kind: 'cancelled', ref: 'called-off' }) })
    const answer = await addPeople(owner, ann.email).finally(() => Object.assign(sandbox, { charge }))
    expect([answer.status, answer.problem?.code]).toEqual([409, 'card-declined'])
    expect(await standing(owner)).toMatchObject({ emails: [ada.email], licenses: 1, waiting: undefined })
    expect(await taken()).toEqual([1190])
  })

  test('cost nothing where more users are cheaper: the difference is credited', async () => {
    const owner = await payer()
    await addPeople(owner, ...Array.from({ length: 13 }, (_, index) => `u${index}@many.example`))
    const before = await taken()
    expect((await quoteFor(owner, 15)).body).toMatchObject({
      dueNowCents: 0,
      creditCents: expect.toSatisfy((cents: number) => Math.abs(cents - 0.6 * oneMore) <= 1),
    })
    expect((await saveUsers(owner, { users: [ann] })).problem?.code).toBe('quote-needed')
    expect((await addPeople(owner, ann.email)).status).toBe(200)
    expect(await taken()).toEqual(before)
    expect(await standing(owner)).toMatchObject({
      licenses: 15,
      credit: expect.toSatisfy((cents: number) => Math.abs(cents - 0.6 * oneMore) <= 1),
    })
  })

  test('fit into free licences without a quote', async () => {
    const owner = await payer()
    await addPeople(owner, ann.email)
    await sandboxOf(site).setFault('decline')
    const { users } = await sessionOf(owner)
    const id = users[1]?.id ?? ''
    expect((await saveUsers(owner, { users: [{ id, ...ann, removed: true }, bob] })).status).toBe(200)
    expect(await standing(owner)).toMatchObject({ emails: [ada.email, bob.email], licenses: 2 })
  })
})

describe('a payment that is not settled at once', () => {
  test('adds users once a card holder whose bank asks has confirmed', async () => {
    const owner = await payer()
    const paymentMethod = await enterCard(owner, '4000002760003184')
    await owner.call(calls.changeSubscription, { body: { paymentMethod } })
    const answer = await addPeople(owner, ann.email)
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { status: 'confirmation-required', waitingUsers: [{ name: 'ann', email: ann.email }] },
    ])
    expect(await standing(owner)).toMatchObject({
      emails: [ada.email],
      licenses: 1,
      waiting: [ann.email],
    })
    const { body } = await owner.call(calls.openPayment)
    const clientSecret = body.payment?.clientSecret ?? ''
    await owner.call(calls.answerSandboxBank, { body: { clientSecret, approve: true } })
    expect((await owner.call(calls.checkPayment)).status).toBe(200)
    expect(await standing(owner)).toMatchObject({
      emails: [ada.email, ann.email],
      licenses: 2,
      waiting: undefined,
    })
    expect((await mailsTo(site, ann.email)).length).toBe(1)
  })

  test('is called off at the bank where the team becomes smaller instead', async () => {
    const owner = await payer()
    await addPeople(owner, ann.email)
    const paymentMethod = await enterCard(owner, '4000002760003184')
    await owner.call(calls.changeSubscription, { body: { paymentMethod } })
    expect((await addPeople(owner, bob.email)).status).toBe(202)
    const { id: accountId } = (await sessionOf(owner)).account
    const states = async () => (await sandboxCharges(site.db, accountId)).map(({ state }) => state).toSorted()
    expect(await states()).toEqual(['needs-action', 'succeeded', 'succeeded'])
    expect((await removePeople(owner, 1)).status).toBe(200)
    expect(await states()).toEqual(['cancelled', 'succeeded', 'succeeded'])
    expect(await standing(owner)).toMatchObject({ emails: [ada.email], licenses: 1, waiting: undefined })
  })

  test('adds no users if the card holder refuses', async () => {
    const owner = await payer()
    const paymentMethod = await enterCard(owner, '4000002760003184')
    await owner.call(calls.changeSubscription, { body: { paymentMethod } })
    await addPeople(owner, ann.email)
    const { body } = await owner.call(calls.openPayment)
    const clientSecret = body.payment?.clientSecret ?? ''
    await owner.call(calls.answerSandboxBank, { body: { clientSecret, approve: false } })
    await owner.call(calls.checkPayment)
    expect(await standing(owner)).toMatchObject({
      emails: [ada.email],
      licenses: 1,
      waiting: undefined,
    })
    expect(await taken()).toEqual([1190])
  })

  test.each(['hang', 'charge-then-hang'] as const)(
    'whose answer was lost (%s) is charged once, and the users exist in the end',
    async (fault) => {
      const owner = await payer()
      await sandboxOf(site).setFault(fault)
      const answer = await addPeople(owner, ann.email)
      expect([answer.status, answer.body]).toMatchObject([202, { status: 'payment-pending' }])
      const more = await quoteFor(owner, 3)
      expect(more.problem?.code).toBe('charge-in-flight')
      // who is there already can still be renamed meanwhile
      expect((await standing(owner)).waiting).toEqual([ann.email])
      await sandboxOf(site).setFault('none')
      site.clock.advanceReal({ minutes: 3 })
      await runUpkeep(site.services)
      expect(await standing(owner)).toMatchObject({
        emails: [ada.email, ann.email],
        licenses: 2,
        waiting: undefined,
      })
      expect(await taken()).toEqual([1190, oneMore])
    },
  )

  test('adds the remaining users if another took a seat meanwhile', async () => {
    const owner = await payer()
    const { account } = await sessionOf(owner)
    await sandboxOf(site).setFault('hang')
    await addPeople(owner, ann.email, bob.email)
    await addUser(site, account.id, ann.email)
    await sandboxOf(site).setFault('none')
    site.clock.advanceReal({ minutes: 3 })
    await runUpkeep(site.services)
    expect(await standing(owner)).toMatchObject({
      emails: [ada.email, ann.email, bob.email],
      licenses: 3,
    })
  })
})

describe('a crash', () => {
  const crashes: [string, (sandbox: Sandbox) => void][] = [
    ['before the provider was asked', (sandbox) => crashIn(sandbox, 'before')],
    ['after the money was taken', (sandbox) => crashIn(sandbox, 'after')],
  ]
  let restore: () => void = () => {}
  afterEach(() => restore())

  /** The process dies on the call to the provider: only committed data is left. */
  function crashIn(sandbox: Sandbox, when: 'before' | 'after'): void {
    const { charge } = sandbox
    restore = () => Object.assign(sandbox, { charge })
    const never = new Promise<never>(() => {})
    Object.assign(sandbox, {
      charge: async (order: Parameters<typeof charge>[0]) => {
        if (when === 'after') await charge.call(sandbox, order)
        return never
      },
    })
  }

  test.each(crashes)(
    '%s leaves neither users without payment nor payment without users',
    async (_, crash) => {
      const owner = await payer()
      const { quoteId } = (await quoteFor(owner, 2)).body
      const { version } = await sessionOf(owner)
      const body = { users: [ann], notify: [ann.email], version, quoteId }
      const headers = { 'idempotency-key': randomUUID() }
      crash(sandboxOf(site))
      void owner.call(teamCalls.saveUsers, { body, headers }).catch(() => undefined)
      await expect.poll(async () => (await standing(owner)).waiting, { timeout: 5_000 }).toEqual([ann.email])
      expect(await standing(owner)).toMatchObject({ emails: [ada.email], licenses: 1 })
      restore()
      // the next start
      await recoverCharges(site.services, true)
      expect(await standing(owner)).toMatchObject({
        emails: [ada.email, ann.email],
        licenses: 2,
        waiting: undefined,
      })
      expect(await taken()).toEqual([1190, oneMore])
      const again = await owner.call(teamCalls.saveUsers, { body })
      expect(again.problem?.code).toBe('version-conflict')
      expect(await taken()).toEqual([1190, oneMore])
      expect((await mailsTo(site, ann.email)).length).toBe(1)
    },
  )
})

describe('fewer users', () => {
  test('are removed at once; the rest of their price is credited to the next charge', async () => {
    const owner = await payer()
    await addPeople(owner, ann.email, bob.email)
    const { body: quote } = await quoteFor(owner, 2)
    expect(quote).toMatchObject({
      paidUsersBefore: 3,
      paidUsersAfter: 2,
      dueNowCents: 0,
      creditCents: oneMore,
      nextTotalCents: 2380,
    })
    const { users } = await sessionOf(owner)
    const leaving = users.filter(({ email }) => email === bob.email)
    const saved = await saveUsers(owner, {
      users: leaving.map(({ id, name, email }) => ({ id, name, email, removed: true })),
      quoteId: quote.quoteId,
    })
    expect(saved.status).toBe(200)
    expect(await standing(owner)).toMatchObject({
      emails: [ada.email, ann.email],
      licenses: 2,
      credit: oneMore,
    })
    // `taken` sorts the renewal behind the charge for the two
    site.clock.advanceReal({ seconds: 1 })
    await passDays(site, 32)
    expect((await taken()).at(-1)).toBe(2380 - oneMore)
  })

  test('stay during a payment', async () => {
    const owner = await payer()
    await addPeople(owner, ann.email)
    await sandboxOf(site).setFault('hang')
    await addPeople(owner, bob.email)
    const { users } = await sessionOf(owner)
    const id = users[1]?.id ?? ''
    const answer = await saveUsers(owner, { users: [{ id, ...ann, removed: true }] })
    expect(answer.problem?.code).toBe('charge-in-flight')
    expect((await standing(owner)).emails).toEqual([ada.email, ann.email])
  })
})

describe('a trial', () => {
  test('takes more users as soon as there is a card, for nothing until it ends', async () => {
    const owner = await accountHolder(site, ada.email)
    expect((await saveUsers(owner, { users: [ann] })).problem?.detail).toBe(
      'Add a credit card to your subscription to be able to add more users.',
    )
    expect((await quoteFor(owner, 2)).problem?.code).toBe('card-needed')
    await subscribe(owner)
    expect((await quoteFor(owner, 2)).body).toMatchObject({
      dueNowCents: 0,
      nextTotalCents: 2380,
      interval: { value: 1, unit: 'm' },
    })
    expect((await saveUsers(owner, { users: [ann] })).status).toBe(200)
    expect(await standing(owner)).toMatchObject({ licenses: 2 })
    expect(await taken()).toEqual([])
    await passDays(site, 15)
    expect(await taken()).toEqual([2380])
  })
})

test('a manager sees the price of their change, and nothing else about payments', async () => {
  const owner = await payer()
  await addPeople(owner, ann.email)
  const { users } = await sessionOf(owner)
  await saveUsers(owner, { users: [{ id: users[1]?.id ?? '', ...ann, role: 'manager' }] })
  const passwordHash = String(await site.services.passwords.hash('notes on the engine'))
  const annId = users[1]?.id ?? ''
  await markConfirmed(site.db, annId, site.clock.now())
  await storePasswordHash(site.db, annId, passwordHash)
  const manager = site.client()
  expect((await signIn(manager, ann.email)).status).toBe(200)
  const seen = await sessionOf(manager)
  expect(seen.subscription).toMatchObject({ status: 'active', licenseCount: 2, cardOnFile: true })
  const text = JSON.stringify(seen)
  for (const secret of ['Musterstraße', '4242', 'sandbox', 'nextCharge', '"country"'])
    expect(text).not.toContain(secret)
  expect((await addPeople(manager, bob.email)).status).toBe(200)
  expect((await standing(owner)).emails).toContain(bob.email)
})
