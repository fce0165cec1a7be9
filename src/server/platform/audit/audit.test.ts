import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { forgeEntry, tearOutEntry } from '#support/stored/audit.ts'
import { allRows } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { type AuditActor, recordAudit } from './record-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const site = testApp()

const admin: AuditActor = {
  userId: '00000000-0000-4000-8000-00000000000a',
  network: '192.0.2.1',
  requestId: 'request',
}
const note = (licenses: number) =>
  inTransaction(site.db, (trx) =>
    recordAudit(trx, site.services, admin, {
      action: 'prepaid-assigned',
      target: 'account',
      before: { licenses: 0 },
      after: { licenses },
    }),
  )

test('an empty log is intact', async () => {
  expect(await verifyAudit(site.db)).toEqual({ entries: 0, newestHash: '0'.repeat(64) })
})

test('concurrent entries are chained, and a rolled back one leaves no trace', async () => {
  await Promise.all([1, 2, 3, 4].map(note))
  const undone = inTransaction(site.db, async (trx) => {
    await recordAudit(trx, site.services, admin, { action: 'coupon-assigned', target: 'account' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await note(5)
  const rows = (await allRows(site.db, 'audit_entry')).toSorted((a, b) => a.position - b.position)
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  expect(rows.at(-1)).toMatchObject({
    actor_id: admin.userId,
    acting_as: null,
    action: 'prepaid-assigned',
    target: 'account',
    network: '192.0.2.1',
    request_id: 'request',
    before: '{"licenses":0}',
    after: '{"licenses":5}',
  })
  expect(await verifyAudit(site.db)).toEqual({ entries: 5, newestHash: rows.at(-1)?.hash.toString('hex') })
})

test.each([
  ['changed', sql`update audit_entry set target = 'another' where position = 1`],
  ['removed', sql`delete from audit_entry where position = 1`],
  ['emptied', sql`truncate audit_entry`],
])('an entry is not %s', async (_, change) => {
  await expect(change.execute(site.db)).rejects.toThrow('entries of the audit log are not changed')
})

test('a change of an entry is detected', async () => {
  await forgeEntry(site.db, 3, { after: '{"licenses":6}' })
  expect(await verifyAudit(site.db)).toEqual({ faultAt: 3, fault: 'changed' })
  await tearOutEntry(site.db, 2)
  expect(await verifyAudit(site.db)).toEqual({ faultAt: 2, fault: 'missing' })
})
