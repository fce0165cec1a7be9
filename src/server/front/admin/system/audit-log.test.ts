import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { AuditFilter } from '#contract/desk/audit.ts'
import { insertEntry } from '#server/platform/audit/audit.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, expiredOwner, teamAccountId, testAdmin, theAdmin } from '#support/admin.ts'
import { forgeEntry } from '#support/stored/audit.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp()
const admin = testAdmin(site)
beforeAll(async () => {
  for (const accountId of [teamAccountId, expiredOwner.accountId]) {
    const { status } = await admin.call(calls.assignPrepaid, {
      body: { accountId, licenseCount: 3, interval: { value: 1, unit: 'm' }, password: theAdmin.password },
    })
    expect(status).toBe(200)
  }
  const { status } = await admin.call(calls.switchInto, { body: { id: expiredOwner.accountId } })
  expect(status).toBe(200)
  await admin.call(calls.returnFromSwitch)
})

const list = async (query: AuditFilter = {}) => {
  const { status, body } = await admin.call(calls.auditLog, { query: query as Record<string, string> })
  expect(status).toBe(200)
  return body
}
const actionsOf = async (query: AuditFilter) => (await list(query)).entries.map(({ action }) => action)

test('entries are listed newest first, with names and values', async () => {
  const { count, entries } = await list()
  expect([count, entries.map(({ position }) => position)]).toEqual([4, [4, 3, 2, 1]])
  expect(entries[3]).toMatchObject({
    action: 'prepaid-assigned',
    actor: theAdmin.name,
    target: teamAccountId,
    account: expect.stringMatching(/./),
    actingAs: null,
    network: '127.0.0.1',
    before: expect.any(Object),
    after: expect.objectContaining({ licenseCount: 3 }),
  })
})

test.each<[string, AuditFilter, string[]]>([
  ['an action', { action: 'switched' }, ['switched']],
  [
    'an account, by the address of its owner',
    { search: expiredOwner.email },
    ['switch-ended', 'switched', 'prepaid-assigned'],
  ],
  ['the id of an account', { search: teamAccountId }, ['prepaid-assigned']],
  ['both', { search: expiredOwner.email, action: 'prepaid-assigned' }, ['prepaid-assigned']],
  ['nobody', { search: 'nobody@example.org' }, []],
  ['a later page', { page: '1' }, []],
])('entries are filtered by %s', async (_, query, actions) => {
  expect(await actionsOf(query)).toEqual(actions)
})

test('days are those of the seller', async () => {
  // 2025-11-01 in Berlin
  await addEntries(1, new Date('2025-10-31T23:30:00Z'))
  expect((await list({ from: '2025-11-01', to: '2025-11-01' })).count).toBe(1)
  expect((await list({ to: '2025-10-31' })).count).toBe(0)
  expect((await list({ from: '2025-11-02' })).count).toBe(4)
})

test('the file has every entry once, however many there are', async () => {
  await addEntries(1_100, new Date('2025-12-24T12:00:00Z'))
  const { text } = await admin.call(calls.auditCsv, { query: { search: 'made' } })
  const { data } = Papa.parse<Record<string, string>>(text.trim().replace(/^\uFEFF/, ''), { header: true })
  const positions = data.map(({ Position }) => Number(Position))
  expect(positions).toEqual(Array.from({ length: 1_101 }, (_, place) => 1_105 - place))
  expect(data[0]).toMatchObject({ Change: 'product-saved', By: theAdmin.name, After: '{"stock":1}' })
})

test('it says whether the log is intact', async () => {
  // those added here have no valid hash
  expect((await admin.call(calls.verifyAudit)).body).toEqual({ faultAt: 5, fault: 'changed' })
  await forgeEntry(site.db, 2, { after: '{"licenses":9}' })
  expect((await admin.call(calls.verifyAudit)).body).toEqual({ faultAt: 2, fault: 'changed' })
})

/** Adds entries about `made`, without a hash. */
async function addEntries(count: number, at: Date): Promise<void> {
  const newest = (await auditOf(site)).at(-1)?.position ?? 0
  await inTransaction(site.db, async (trx) => {
    for (let more = 1; more <= count; more += 1)
      await insertEntry(trx, {
        position: newest + more,
        at,
        actor_id: theAdmin.userId,
        acting_as: null,
        action: 'product-saved',
        target: 'made',
        network: '192.0.2.1',
        request_id: 'request',
        before: null,
        after: '{"stock":1}',
        previous_hash: Buffer.alloc(32),
        hash: Buffer.alloc(32),
      })
  })
}
