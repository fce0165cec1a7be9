import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { amountOf } from '#domain/money.ts'
import { discountFor, intervalPrice, priceSets } from '#domain/pricing.ts'
import { addPeople, passDays, payingOwner, removePeople, sessionOf } from '#support/paying-team.ts'
import { runs } from '#support/rounds.ts'
import { testApp } from '#support/test-app.ts'

// A cancelled plan neither grows nor shrinks; seats freed meanwhile are settled when it is resumed.

const site = testApp({ settings: { RATE_LIMITS: '100000' } })

let count = 0
function people(some: number): string[] {
  count += some
  return Array.from({ length: some }, (_, index) => `user${count - index}@free.example`)
}

const netOf = (users: number, months: number) => {
  const interval = { value: months, unit: 'm' } as const
  const sold = discountFor(priceSets.launch, interval)
  return sold ? intervalPrice(priceSets.launch, users, sold) : 0
}

test('users removed before a cancellation is taken back are not charged for again', async () => {
  const owner = await payingOwner(site, 'ten@free.example')
  expect((await addPeople(owner, ...people(9))).status).toBe(200)
  await passDays(site, 10)
  await owner.call(calls.cancelSubscription)
  expect((await removePeople(owner, 9)).status).toBe(200)
  expect((await sessionOf(owner)).subscription).toMatchObject({ licenseCount: 10, creditCents: 0 })

  const { status, body } = await owner.call(calls.resumeSubscription)
  expect([status, body.subscription]).toMatchObject([200, { status: 'active', licenseCount: 1 }])
  const credit = body.subscription.creditCents
  expect(credit).toBeGreaterThan(netOf(10, 1) / 2)
  // the credit is more than a month costs now
  expect(body.subscription.nextCharge?.grossCents).toBe(0)
  await passDays(site, 21)
  expect((await sessionOf(owner)).subscription).toMatchObject({ status: 'active', licenseCount: 1 })
  expect((await sessionOf(owner)).subscription?.creditCents).toBeLessThan(credit)
})

test('in whatever order a team cancels, resumes, grows and shrinks, its next period costs the price of its users', async () => {
  const step = fc.record({
    what: fc.constantFrom('cancel', 'resume', 'add', 'remove', 'interval', 'days'),
    some: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const owner = await payingOwner(site, people(1)[0] ?? '')
      await addPeople(owner, ...people(3))
      for (const { what, some } of steps) {
        const { users, subscription } = await sessionOf(owner)
        if (subscription?.status === 'cancelled') return
        if (what === 'cancel') await owner.call(calls.cancelSubscription)
        if (what === 'resume') await owner.call(calls.resumeSubscription)
        if (what === 'add') await addPeople(owner, ...people(some))
        if (what === 'remove') await removePeople(owner, Math.min(some, users.length - 1))
        if (what === 'interval')
          await owner.call(calls.changeSubscription, {
            body: { interval: { value: some % 2 ? 1 : 3, unit: 'm' }, paymentProvider: 'sandbox' },
          })
        if (what === 'days') await passDays(site, some * 5)
      }
      await owner.call(calls.resumeSubscription)
      const { users, subscription } = await sessionOf(owner)
      if (subscription?.status !== 'active') return
      const months = (subscription.nextInterval ?? subscription.interval)?.value ?? 0
      const priceCents = amountOf(netOf(users.length, months), 1900).grossCents
      expect([subscription.licenseCount, subscription.nextCharge?.grossCents]).toEqual([
        users.length,
        Math.max(priceCents - subscription.creditCents, 0),
      ])
    }),
    // the same teams at each commit, so that a change is to blame when they fail
    { numRuns: runs(4), seed: 2026 },
  )
}, 600_000)
