import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storeVideo } from '#support/stored/library.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRow } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { markComplete } from './upload.store.ts'
import { uploadLease } from './upload-lease.ts'

const site = testApp()
const userId = randomUUID()
let id: string
beforeAll(async () => {
  await storeVideo(site.db, 'lesson')
  await storeOwners(site.db, [{ userId, name: 'Ada', email: 'ada@example.org' }], site.clock.real())
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await emptyTables(site.db, 'upload')
  id = randomUUID()
  const at = site.clock.real()
  await storeRow(site.db, 'upload', {
    id,
    user_id: userId,
    purpose: 'film',
    video_id: 'lesson',
    name: 'lesson.mov',
    length: 10,
    modified_at: at,
    digest: '',
    created_at: at,
    touched_at: at,
  })
})

const row = async () => (await allRows(site.db, 'upload'))[0]
const untilMs = async () => (await row())?.lease_until?.getTime()

/** A request that takes the lease; `giveUp` is called once it may not write any more. */
async function request() {
  const giveUp = vi.fn()
  const lease = uploadLease(site.services, id)
  await lease.lock(new AbortController().signal, giveUp)
  onTestFinished(() => lease.unlock())
  return { giveUp, unlock: () => lease.unlock() }
}

/** Lets time pass for the site and for its timer. */
async function pass(seconds: number): Promise<void> {
  site.clock.advanceReal({ seconds })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
}

test('a part that takes longer than a lease keeps it, and the next request gets it afterwards', async () => {
  const { giveUp, unlock } = await request()
  for (let turn = 0; turn < 5; turn += 1) {
    await pass(3)
    await expect.poll(untilMs).toBe(site.clock.real().getTime() + 10_000)
  }
  await expect(request()).rejects.toMatchObject({ status_code: 423 })
  expect(giveUp).not.toHaveBeenCalled()
  await unlock()
  expect(await row()).toMatchObject({ lease: null, lease_until: null })
  await request()
})

test('a request that lost its lease to another gives up, and its end leaves that of the other', async () => {
  const late = await request()
  site.clock.advanceReal({ seconds: 10 })
  await request()
  const other = (await row())?.lease
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.poll(() => late.giveUp.mock.calls.length).toBe(1)
  await late.unlock()
  expect(await row()).toMatchObject({ lease: other, lease_until: expect.any(Date) })
})

test('a request that cannot renew its lease gives up before another may take it', async () => {
  const { giveUp } = await request()
  await sql`alter table upload rename to upload_away`.execute(site.db)
  try {
    await pass(3)
    await pass(3)
    // another statement of this process comes after those of the timer
    await sql`select 1`.execute(site.db)
    expect(giveUp).not.toHaveBeenCalled()
    await pass(3)
    await expect.poll(() => giveUp.mock.calls.length).toBe(1)
  } finally {
    await sql`alter table upload_away rename to upload`.execute(site.db)
  }
})

test('it gives up once, though several answers come together', async () => {
  const { giveUp } = await request()
  const away = Promise.withResolvers<void>()
  const timePassed = Promise.withResolvers<void>()
  const transaction = inTransaction(site.db, async (trx) => {
    await sql`alter table upload rename to upload_away`.execute(trx)
    away.resolve()
    await timePassed.promise
  })
  await away.promise
  // three renewals wait for the transaction
  for (let turn = 0; turn < 3; turn += 1) await pass(3)
  timePassed.resolve()
  await transaction
  try {
    await expect.poll(() => giveUp.mock.calls.length).toBeGreaterThan(0)
  } finally {
    await sql`alter table upload_away rename to upload`.execute(site.db)
  }
  expect(giveUp).toHaveBeenCalledTimes(1)
})

test('an upload is completed once, also by two requests that both found its last byte', async () => {
  const complete = () => inTransaction(site.db, (trx) => markComplete(trx, id, site.clock.real()))
  expect((await Promise.all([complete(), complete()])).toSorted()).toEqual([false, true])
  expect(await row()).toMatchObject({ state: 'complete', received: 10 })
})
