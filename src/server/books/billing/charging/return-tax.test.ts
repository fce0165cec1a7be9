import { afterEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { accountBooks } from '#support/books.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { passDays, sessionOf } from '#support/paying-team.ts'
import { hurryJobs } from '#support/stored/jobs.ts'
import { changeSandboxCharge, givenBackAtSandbox, sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { known, resting, startVatRegister } from '#support/vat-register-server.ts'

// Tax that was charged while the register rested goes back once it confirms the VAT id that was on file.

const vatId = 'ATU12345675'
const found = known({ countryCode: 'AT', vatNumber: 'U12345675' }, true)
const vies = openForTests(() => startVatRegister())
const site = openForTests(() =>
  createTestApp({
    settings: {
      RATE_LIMITS: '100000',
      TRIAL_DAYS: '0',
      VIES_URL: vies.url,
      SELLER_VAT_ID: 'DE123456789',
    },
  }),
)
afterEach(() => sandboxOf(site).setFault('none'))

test('the invoice is cancelled, one without tax replaces it, and the tax is refunded to the card; once', async () => {
  const owner = await taxedWhileResting('back')
  await confirm()
  await passDays(site, 0)
  await passDays(site, 0)

  const { body } = await owner.call(calls.invoices, { query: {} })
  const [again, note, first] = body.invoices
  expect([again, note, first]).toMatchObject([
    { kind: 'invoice', netCents: 1000, vatCents: 0, grossCents: 1000, eInvoice: true },
    { kind: 'credit-note', corrects: first?.number, netCents: -1000, vatCents: -190 },
    { kind: 'invoice', netCents: 1000, vatCents: 190 },
  ])
  expect(body.invoices).toHaveLength(3)
  expect(await givenBack(owner)).toEqual([190])
  expect((await sessionOf(owner)).subscription).toMatchObject({ status: 'active', creditCents: 0 })
  await expectBooks(owner)

  // a later refund of the period is of its payment without tax
  await owner.call(calls.refundSubscription)
  expect((await givenBack(owner)).toSorted()).toEqual([1000, 190])
  await expectBooks(owner)
})

test('the part that the card refuses becomes credit', async () => {
  const owner = await taxedWhileResting('kept')
  const { id: accountId } = (await sessionOf(owner)).account
  await confirm()
  // the provider refuses: the charge was given back there already as far as it goes
  for (const { ref } of await sandboxCharges(site.db, accountId))
    await changeSandboxCharge(site.db, ref, { state: 'declined' })
  await passDays(site, 0)

  expect((await sessionOf(owner)).subscription?.creditCents).toBe(190)
  expect((await accountBooks(site.services, accountId)).heldCents).toBe(190)
})

test('nothing is returned for another VAT ID than the one on file at the charge', async () => {
  const owner = await taxedWhileResting('other')
  const other = 'ATU13585627'
  vies.answers = { [other]: known({ countryCode: 'AT', vatNumber: 'U13585627' }, true) }
  await owner.call(calls.changeVatId, { body: { country: 'AT', vatId: other } })
  await site.services.queue.drain()
  await passDays(site, 0)
  expect((await owner.call(calls.invoices, { query: {} })).body.invoices).toHaveLength(1)
})

async function taxedWhileResting(name: string): Promise<TestClient> {
  vies.answers = { [vatId]: resting }
  const owner = await accountHolder(site, `${name}@resting.example`, { country: 'AT', vatId })
  await site.services.queue.drain()
  expect((await subscribe(owner)).status).toBe(200)
  const { body } = await owner.call(calls.invoices, { query: {} })
  expect(body.invoices).toMatchObject([{ netCents: 1000, vatCents: 190 }])
  return owner
}

/** The register is back, and is asked again. */
async function confirm(): Promise<void> {
  vies.answers = { [vatId]: found }
  // what waits in the queue is due by the machine's clock
  await hurryJobs(site.db, 'check-vat-id')
  await site.services.queue.drain()
}

async function givenBack(owner: TestClient): Promise<number[]> {
  const { account } = await sessionOf(owner)
  return givenBackAtSandbox(site.db, account.id)
}

async function expectBooks(owner: TestClient): Promise<void> {
  const { account, subscription } = await sessionOf(owner)
  const { heldCents, taxOff } = await accountBooks(site.services, account.id)
  expect(heldCents).toBe(subscription?.creditCents)
  expect(taxOff).toEqual([])
}
