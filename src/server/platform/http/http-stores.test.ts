import { describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { emptiedDatabase } from '#support/database.ts'
import { allRows, storeRow } from '#support/stored/rows.ts'
import { deleteExpiredCounts } from './attempts/attempt-count.store.ts'
import { deleteAnswersBefore, findAnswer, insertAnswer, replaceAnswer } from './idempotency.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)

describe('a stored answer', () => {
  const answer = (body: string) => ({ requestHash: Buffer.from(body), status: 200, body: { body } })
  const keep = (key: string, body: string, { now = at, since = after(-5) } = {}) =>
    inTransaction(database.db, (trx) => insertAnswer(trx, Buffer.from(key), answer(body), { now, since }))
  const find = (key: string, since = after(-1)) => findAnswer(database, Buffer.from(key), since)

  test('is found under its key until it expires', async () => {
    expect(await keep('key', 'first')).toBe(true)
    await keep('other', 'of the other')
    expect(await find('key')).toEqual(answer('first'))
    expect(await find('other')).toEqual(answer('of the other'))
    expect(await find('unknown')).toBeUndefined()
    expect(await find('key', at)).toBeUndefined()
  })

  test('is the first one, until its key may be reused', async () => {
    await keep('key', 'first')
    expect(await keep('key', 'second', { now: after(9), since: after(-1) })).toBe(false)
    expect(await find('key')).toEqual(answer('first'))
    expect(await keep('key', 'third', { now: after(9), since: at })).toBe(true)
    expect(await find('key', after(8))).toEqual(answer('third'))
  })

  test('is replaced under its own key only', async () => {
    await keep('key', 'first')
    await keep('other', 'of the other')
    await replaceAnswer(database.db, Buffer.from('key'), { status: 409, body: 'replaced' })
    expect(await find('key')).toEqual({ ...answer('first'), status: 409, body: 'replaced' })
    expect(await find('other')).toEqual(answer('of the other'))
  })

  test('is deleted when it can no longer be repeated', async () => {
    await keep('before', 'one', { now: after(-1) })
    await keep('then', 'two', { now: at })
    await keep('after', 'three', { now: after(1) })
    await deleteAnswersBefore(database, at)
    const kept = (await allRows(database.db, 'idempotent_reply')).map(({ key_hash }) => key_hash.toString())
    expect(kept).toEqual(['after'])
  })
})

test('a count is deleted from the instant of its expiry', async () => {
  for (const ms of [-1, 0, 1])
    await storeRow(database.db, 'attempt_count', {
      key: `${ms}`,
      points: 1,
      expire: after(ms).getTime(),
    })
  await deleteExpiredCounts(database, at)
  expect((await allRows(database.db, 'attempt_count')).map(({ key }) => key)).toEqual(['1'])
})
