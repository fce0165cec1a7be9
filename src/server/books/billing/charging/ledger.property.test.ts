import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { runUpkeep } from '#server/background.ts'
import { reconcile } from '#server/books/billing/reconciling/reconcile.ts'
import type { SandboxFault } from '#server/platform/outside/sandbox/sandbox-context.ts'
import { accountBooks } from '#support/books.ts'
import { addPeople, removePeople } from '#support/paying-team.ts'
import { rounds, seed } from '#support/rounds.ts'
import { attemptsOf } from '#support/stored/money.ts'
import { userIdsOf } from '#support/stored/people.ts'
import { sandboxCharges, sandboxDisputes, sandboxRefunds } from '#support/stored/sandbox-money.ts'
import { changeSessions } from '#support/stored/sessions.ts'
import { changeSubscription, storedSubscription } from '#support/stored/subscriptions.ts'
import { accountHolder, enterCard, sandboxOf } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Whatever a customer, the bank, the provider's staff and a bad network do, in any order, and wherever the customer
// moves: in the end the site's books equal the provider's, the money kept equals invoices and credit, and no tax was
// lost or created.

const site = testApp({
  settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0', VAT_MODE: 'full', OSS_SINCE: '2020-01-01' },
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      card: fc.constantFrom('4242424242424242', '4000002760003184', '4000000000009995', '4000000000000069'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<SandboxFault>(
        'none',
        'none',
        'decline',
        'hang',
        'charge-then-hang',
        'duplicate',
        'reorder',
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.constantFrom(1, 6, 12, 31) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank' as const), approve: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'cancel' as const, 'resume' as const, 'card' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('giveBack' as const), cents: fc.constantFrom(1, 300, 1190) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), lost: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('add' as const, 'remove' as const),
      people: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      to: fc.constantFrom(
        { country: 'DE', vatId: '' },
        { country: 'AT', vatId: '' },
        { country: 'AT', vatId: 'ATU12345675' },
        { country: 'CH', vatId: '' },
      ),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Found by chance once: a refund of a payment that the bank has reversed already. */
const examples: [Step[]][] = [[[{ do: 'dispute', lost: true }, { do: 'refund' }, { do: 'days', days: 1 }]]]

let lives = 0
let newcomers = 0
function newcomer(): string {
  newcomers += 1
  return `newcomer${newcomers}@example.org`
}

test("payments kept equal invoices, and the provider's books", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      lives += 1
      const browser = await accountHolder(site, `life${lives}@example.org`)
      const { body } = await browser.call(calls.userSession)
      const accountId = body.authenticated ? body.account.id : ''
      await subscribeWith(browser, '4242424242424242')
      for (const one of steps) await take(browser, accountId, one)
      await calm()
      const { keptCents, heldCents, taxOff } = await accountBooks(site.services, accountId)
      expect(heldCents, 'kept is invoiced, or held as credit').toBe(await creditOf(accountId))
      expect(taxOff, 'each invoice has the tax of what is left of it').toEqual([])
      expect(keptCents, 'and at the provider').toBe(await keptAtProvider(accountId))
      expect(await stillOpen(accountId), 'nothing is on its way').toBe(0)
      // its later months do not matter here
      await changeSubscription(site.db, accountId, { status: 'cancelled', dueAt: null })
    }),
    {
      numRuns: rounds.accountLives,
      // the same lives at each commit, so that a change is to blame when they fail; `npm run prove` looks for others
      seed: process.env.SEED === undefined ? 2026 : seed,
      examples,
    },
  )
}, 3_600_000)

async function subscribeWith(browser: TestClient, card: string): Promise<void> {
  const setupIntent = await enterCard(browser, card)
  await browser.call(calls.changeSubscription, {
    body: { interval: { value: 1, unit: 'm' }, paymentProvider: 'sandbox', setupIntent },
  })
}

async function take(browser: TestClient, accountId: string, one: Step): Promise<void> {
  const sandbox = sandboxOf(site)
  switch (one.do) {
    case 'subscribe':
      return subscribeWith(browser, one.card)
    case 'fault':
      return sandbox.setFault(one.fault)
    case 'days':
      site.clock.advance({ days: one.days })
      // sessions of the real clock end
      await renew(browser, accountId)
      return void (await runUpkeep(site.services))
    case 'bank': {
      const { body } = await browser.call(calls.openPayment)
      const clientSecret = body.payment?.clientSecret
      if (clientSecret) await sandbox.answerBank(clientSecret, one.approve)
      return
    }
    case 'refund':
      await browser.call(calls.refundSubscription)
      return
    case 'cancel':
      await browser.call(calls.cancelSubscription)
      return
    case 'resume':
      await browser.call(calls.resumeSubscription)
      return
    case 'card':
      await browser.call(calls.changeSubscription, { body: { paymentMethod: await enterCard(browser) } })
      return
    case 'add':
      await addPeople(browser, ...Array.from({ length: one.people }, newcomer))
      return
    case 'remove':
      await removePeople(browser, one.people)
      return
    case 'move':
      await browser.call(calls.changeVatId, { body: one.to })
      return
    case 'giveBack': {
      const [charge] = await untouched(accountId)
      if (charge) await sandbox.dashboard.giveBack(charge.ref, one.cents)
      return
    }
    case 'dispute': {
      const [charge] = await untouched(accountId)
      if (!charge) return
      const ref = await sandbox.dashboard.dispute(charge.ref, charge.cents)
      await sandbox.dashboard.closeDispute(ref, one.lost ? 'lost' : 'won')
    }
  }
}

async function renew(browser: TestClient, accountId: string): Promise<void> {
  browser.forgetCsrfToken()
  const real = site.clock.real()
  const seen = { lastSeenAt: real, expiresAt: new Date(real.getTime() + 86_400_000) }
  for (const userId of await userIdsOf(site.db, accountId)) await changeSessions(site.db, seen, userId)
}

/** The line is good again, and what waits is taken up: by messages, by asking, by comparing the books. */
async function calm(): Promise<void> {
  await sandboxOf(site).setFault('none')
  for (let round = 0; round < 4; round += 1) {
    site.clock.advanceReal({ minutes: 10 })
    await runUpkeep(site.services)
    await site.services.queue.drain()
  }
  await reconcile(site.services, sandboxOf(site))
  await site.services.queue.drain()
  site.clock.advanceReal({ minutes: 10 })
  await runUpkeep(site.services)
}

async function creditOf(accountId: string): Promise<number> {
  return (await storedSubscription(site.db, accountId)).creditCents
}

async function chargesOf(accountId: string) {
  const charges = await sandboxCharges(site.db, accountId)
  return charges.filter(({ state }) => state === 'succeeded')
}

async function takenBack(refs: readonly string[]) {
  const refunds = (await sandboxRefunds(site.db)).map((row) => ({ ...row, state: 'lost' as const }))
  return [...refunds, ...(await sandboxDisputes(site.db))].filter(({ chargeRef }) => refs.includes(chargeRef))
}

/** Charges without refunds or disputes, so that refunds never exceed payments. */
async function untouched(accountId: string) {
  const charges = await chargesOf(accountId)
  const touched = new Set((await takenBack(charges.map(({ ref }) => ref))).map((row) => row.chargeRef))
  return charges.filter(({ ref }) => !touched.has(ref))
}

async function keptAtProvider(accountId: string): Promise<number> {
  const charges = await chargesOf(accountId)
  const back = await takenBack(charges.map(({ ref }) => ref))
  const sum = (rows: readonly { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0)
  return sum(charges) - sum(back.filter(({ state }) => state === 'lost'))
}

async function stillOpen(accountId: string): Promise<number> {
  const attempts = await attemptsOf(site.db, accountId)
  return attempts.filter(({ state }) => ['submitted', 'processing', 'unknown'].includes(state)).length
}
