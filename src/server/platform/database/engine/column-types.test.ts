import { expect, test } from 'vitest'
import { createTestDatabase } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { openForTests } from '#support/open-for-tests.ts'

const database = openForTests(() => createTestDatabase(fixtureMigrations))

test.each([
  ['a whole number', 'bigint', '9007199254740991', 9_007_199_254_740_991],
  ['a list of whole numbers', 'bigint[]', '{1,NULL,-3}', [1, null, -3]],
  ['an empty list', 'bigint[]', '{}', []],
  ['a day', 'date', '2028-02-29', '2028-02-29'],
  ['a list of days', 'date[]', '{2028-02-29,NULL}', ['2028-02-29', null]],
  ['an instant', 'timestamptz', '2027-03-28T02:30:00+02:00', new Date('2027-03-28T00:30:00Z')],
  ['an exact fraction', 'numeric', '10.10', '10.10'],
  ['truth', 'boolean', 't', true],
  ['bytes', 'bytea', '\\x00ff', Buffer.from([0, 255])],
  ['JSON', 'jsonb', '{"large": 1}', { large: 1 }],
  ['nothing', 'bigint', null, null],
])('%s is read as written', async (_what, type, text, value) => {
  const { rows } = await database.pool.query(`select $1::text::${type} as value`, [text])
  expect(rows[0].value).toEqual(value)
})

test('a whole number too large for a number is refused, not rounded', async () => {
  await expect(database.pool.query("select '9007199254740993'::bigint as value")).rejects.toThrow(
    '9007199254740993',
  )
  expect(await database.ready()).toBe(true)
})

test("the day of an instant does not depend on the server's time zone", async () => {
  const { rows } = await database.pool.query("select '2027-06-01T23:30:00-03:00'::timestamptz::date as day")
  expect(rows).toEqual([{ day: '2027-06-02' }])
})

test('text is sorted in the same order on both engines', async () => {
  const { rows } = await database.pool.query(
    "select text from unnest(array['b', 'a', 'B', 'ä']) as text order by text",
  )
  expect(rows.map((row) => row.text)).toEqual(['B', 'a', 'b', 'ä'])
})
