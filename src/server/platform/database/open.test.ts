import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, testDatabase, testEngine } from '#support/database.ts'

const database = testDatabase()

test('the tests run on the engine they were asked for', () => {
  expect(database.kind).toBe(testEngine)
})

test('an open database is ready, a closed one is not', async () => {
  expect(await database.ready()).toBe(true)
  const closed = await createTestDatabase()
  await closed.close()
  expect(await closed.ready()).toBe(false)
})

test('it tells the time', async () => {
  const before = Date.now()
  const told = await database.now()
  expect(told.getTime()).toBeGreaterThanOrEqual(before - 1_000)
  expect(told.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
})

test('all migrations are applied', async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from account`.execute(database.db)
  expect(rows).toEqual([{ count: 0 }])
})
