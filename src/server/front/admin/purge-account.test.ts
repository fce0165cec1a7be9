import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { purgeAccount } from '#server/business/own-data/purge-account.ts'
import { listPurged } from '#server/business/own-data/purge-list.ts'
import { accountExists } from '#server/front/demo/demo.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, teamAccountId, testAdmin, theAdmin } from '#support/admin.ts'
import { findTraces } from '#support/dump.ts'
import { mailsTo } from '#support/mails.ts'
import { signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { isSignedIn } from '#support/second-factors.ts'
import { seedAccount } from '#support/seeded-account.ts'
import { allRows } from '#support/stored/rows.ts'
import { isSandboxCustomer, sandboxCharges } from '#support/stored/sandbox-money.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000', TRIAL_DAYS: '0' } })
const admin = testAdmin(site)

const purge = (id: string, change: object = {}) =>
  admin.call(calls.purgeAccount, { body: { id, password: theAdmin.password, ...change } })

const exists = (id: string) => accountExists(site.db, id)
const entriesOf = async (id: string) => (await auditOf(site)).filter(({ target }) => target === id)

let people = 0
async function subscriber(card?: string) {
  people += 1
  const browser = await accountHolder(site, `purged${people}@example.org`)
  await subscribe(browser, card)
  const { body } = await browser.call(calls.userSession)
  if (!body.authenticated) throw new Error('signed out')
  return { browser, id: body.account.id }
}

test('all its users are signed out and notified, and only a record of the purge is left', async () => {
  const account = await seedAccount(site, 'pflaume')
  const { status, body } = await purge(account.id)
  expect([status, body]).toEqual([200, { status: 'ok' }])
  for (const { client } of [account.owner, account.member]) expect(await isSignedIn(client)).toBe(false)
  expect((await mailsTo(site, account.owner.email))[0]?.subject).toBe(
    'Your account at Lectern has been deleted',
  )
  expect(await entriesOf(account.id)).toMatchObject([
    { action: 'account-purged', actor_id: theAdmin.userId, before: expect.stringContaining('"users":2') },
  ])
  site.clock.advanceBusiness({ days: 8 })
  await runUpkeep(site.services)
  await site.services.queue.drain()
  const words = ['pflaume', account.id, account.owner.id, account.member.id]
  const traces = (await findTraces(site.services.database, words)).map(({ table }) => table)
  const ofNobody = ['public.category', 'public.video', 'public.announced_video', 'public.coupon']
  expect(new Set(traces.filter((table) => !ofNobody.includes(table)))).toEqual(
    new Set(['public.audit_entry']),
  )
})

test('a second time it is not found', async () => {
  const { id } = await seedAccount(site, 'birne')
  await purge(id)
  const again = await purge(id)
  expect([again.status, again.problem?.code]).toEqual([404, 'not-found'])
  expect(await entriesOf(id)).toHaveLength(1)
})

test.each([
  ["the admin's own", theAdmin.accountId, {}, 403, 'forbidden'],
  ['one that there is not', crypto.randomUUID(), {}, 404, 'not-found'],
  ['one without the right password', teamAccountId, { password: 'wrong' }, 403, 'wrong-password'],
])('%s is not deleted', async (_, id, change, status, code) => {
  const before = (await auditOf(site)).length
  const answer = await purge(id, change)
  expect([answer.status, answer.problem?.code]).toEqual([status, code])
  expect((await auditOf(site)).length).toBe(before)
  expect((await signIn(site.client(), 'owner@lectern.example', 'demo-owner-1')).status).toBe(200)
  expect(await isSignedIn(admin)).toBe(true)
})

describe('an account that pays', () => {
  test('is forgotten by its provider; invoices and ledger stay', async () => {
    const { browser, id } = await subscriber()
    expect((await purge(id)).status).toBe(200)
    expect([await exists(id), await isSignedIn(browser)]).toEqual([false, false])
    expect(await isSandboxCustomer(site.db, id)).toBe(false)
    for (const table of ['invoice', 'ledger_entry', 'charge'] as const) {
      const rows: readonly { account_id: string | null }[] = await allRows(site.db, table)
      expect(rows.filter((row) => row.account_id === id).length, table).toBeGreaterThan(0)
    }
  })

  test('has what waits for its card holder cancelled', async () => {
    const { id } = await subscriber('4000002760003184')
    expect((await purge(id)).status).toBe(200)
    expect((await sandboxCharges(site.db, id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect(await exists(id)).toBe(false)
  })

  test('waits for a charge with an unknown result, signed out, and is deleted by the daily work', async () => {
    await sandboxOf(site).setFault('hang')
    const { browser, id } = await subscriber()
    const waits = await purge(id)
    expect([waits.status, waits.problem?.code]).toEqual([409, 'charge-in-flight'])
    expect(waits.problem?.detail).toContain('is deleted with the next daily work')
    expect([await exists(id), await isSignedIn(browser)]).toEqual([true, false])
    await sandboxOf(site).setFault('none')
    site.clock.advanceReal({ minutes: 3 })
    await runUpkeep(site.services)
    expect(await exists(id)).toBe(false)
    expect(await entriesOf(id)).toHaveLength(1)
  })

  test('waits for a provider that can not be reached, and goes when the admin tries again', async () => {
    const { id } = await subscriber()
    const sandbox = sandboxOf(site)
    const { forgetCustomer } = sandbox
    Object.assign(sandbox, {
      forgetCustomer: async () => {
        throw new Error('it is away')
      },
    })
    expect((await purge(id)).problem?.code).toBe('charge-in-flight')
    expect(await exists(id)).toBe(true)
    Object.assign(sandbox, { forgetCustomer })
    expect((await purge(id)).status).toBe(200)
    expect(await exists(id)).toBe(false)
    expect(await entriesOf(id)).toHaveLength(1)
  })
})

describe('the list of purges', () => {
  const list = () => site.services.config.purgeList
  const ready = async () => (await site.client().call(calls.healthReady)).body.reasons ?? []
  const fault =
    'the list of purges cannot be written (PURGE_LIST): a restored backup would bring deleted people back'

  test('has the purged account before the purge is answered', async () => {
    const { id } = await seedAccount(site, 'gelistet')
    await purge(id)
    expect(readFileSync(list(), 'utf8')).toContain(` account ${id}\n`)
    expect(await ready()).not.toContain(fault)
  })

  test('that cannot be written is said, by the answer each time and by readiness, until it can', async () => {
    const { id } = await seedAccount(site, 'unlistbar')
    rmSync(list(), { force: true })
    mkdirSync(list())
    const request = { body: { id, password: theAdmin.password }, headers: { 'idempotency-key': 'unlistbar' } }
    const answer = await admin.call(calls.purgeAccount, request)
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok', purgeList: 'not-written' }])
    expect((await admin.call(calls.purgeAccount, request)).body).toEqual(answer.body)
    expect(await exists(id)).toBe(false)
    expect(await ready()).toContain(fault)
    rmSync(list(), { recursive: true })
    await runUpkeep(site.services)
    expect(readFileSync(list(), 'utf8')).toContain(` account ${id}\n`)
    expect(await ready()).not.toContain(fault)
  })

  test('does not have an account whose purge was rolled back: the next start would purge a customer', async () => {
    const { id } = await seedAccount(site, 'bleibt')
    const rolledBack = inTransaction(site.db, async (trx) => {
      await purgeAccount(trx, site.services, id)
      throw new Error('the power fails')
    })
    await expect(rolledBack).rejects.toThrow('the power fails')
    expect(await exists(id)).toBe(true)
    expect(await listPurged(site.services)).toBe(true)
    expect(readFileSync(list(), 'utf8')).not.toContain(id)
  })
})
