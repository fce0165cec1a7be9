import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { accountBooks } from '#support/books.ts'
import { addPeople, passDays, removePeople, sessionOf } from '#support/paying-team.ts'
import { inLongForm } from '#support/rounds.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

// Credit keeps the tax of its invoices, wherever the account has moved when it is spent.

const site = testApp({
  settings: {
    RATE_LIMITS: '100000',
    TRIAL_DAYS: '0',
    VAT_MODE: 'full',
    OSS_SINCE: '2020-01-01',
    SELLER_VAT_ID: 'DE136695976',
  },
})

const austrianCompany = { country: 'AT', vatId: 'ATU12345675' }
const austrian = { country: 'AT', vatId: '' }
const german = { country: 'DE', vatId: '' }

const moves = [
  ['an Austrian company moves to Germany', austrianCompany, german, 0, 190],
  ['a German moves to Austria', german, austrian, 1900, 200],
  ['an Austrian moves to Germany', austrian, german, 2000, 190],
  ['a German company becomes an Austrian one', german, austrianCompany, 1900, 0],
] as const

test.each(inLongForm ? moves : moves.slice(0, 2))(
  '%s: credit has the tax of its invoice, the next period its own, and none is lost',
  async (what, from, to, creditedAt, vatCents) => {
    const owner = await withCredit(`${what.replaceAll(' ', '-')}@moved.example`, from)
    const creditCents = await creditOf(owner)
    const [note] = await documentsOf(owner)
    expect(note).toMatchObject({ kind: 'credit-note', gross_cents: -creditCents })
    const tax = ((note?.net_cents ?? 0) * creditedAt) / 10_000
    expect(Math.abs((note?.vat_cents ?? 0) - tax)).toBeLessThanOrEqual(0.5)

    const moved = await owner.call(calls.changeVatId, { body: to })
    expect(moved.status).toBe(200)
    // gross as before: moving creates no debt
    expect(await creditOf(owner)).toBe(creditCents)
    await passDays(site, 29)

    const [renewal] = await documentsOf(owner)
    expect(renewal).toMatchObject({ kind: 'invoice', net_cents: 1000, vat_cents: vatCents })
    expect(await creditOf(owner)).toBe(creditCents - 1000 - vatCents)
    const { heldCents, taxOff } = await accountBooks(site.services, await accountOf(owner))
    expect(heldCents).toBe(await creditOf(owner))
    expect(taxOff).toEqual([])
  },
)

/** Five users by the month, of whom four leave after a few days. */
async function withCredit(email: string, buyer: { country: string; vatId: string }): Promise<TestClient> {
  const owner = await accountHolder(site, email, buyer)
  expect((await subscribe(owner)).status).toBe(200)
  const others = ['a', 'b', 'c', 'd'].map((name) => `${name}.${email}`)
  expect((await addPeople(owner, ...others)).status).toBe(200)
  await passDays(site, 3)
  expect((await removePeople(owner, others.length)).status).toBe(200)
  return owner
}

async function creditOf(owner: TestClient): Promise<number> {
  return (await sessionOf(owner)).subscription?.creditCents ?? 0
}

async function accountOf(owner: TestClient): Promise<string> {
  return (await sessionOf(owner)).account.id
}

/** Newest first. */
async function documentsOf(owner: TestClient) {
  return readInvoices(site.db, await accountOf(owner))
}
