import { describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createTestDatabase } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { changes } from './count-changes.ts'

const database = openForTests(() => createTestDatabase(fixtureMigrations))

test.each([
  ['select * from account where id = $1', false],
  ['select revision from viewing_revision where user_id = $1 for update', false],
  ['select id from account for no key update skip locked', false],
  ['begin', false],
  ['start transaction isolation level serializable', false],
  ['rollback', false],
  ['insert into "viewing" ("user_id") values ($1) on conflict ("user_id") do update set "seen" = $2', false],
  ['with own as (select grant_hash from playback_grant for update) update playback_grant set x = 1', false],
  ['update pgboss.job set state = $1', false],
  ['update "session" set "kind" = $1', true],
  ['UPDATE only account_user SET role = $1', true],
  ['insert into contact values ($1)', true],
  ['delete from subscription where account_id = $1', true],
  ['with gone as (delete from session returning user_id) select * from gone', true],
  ['with kept as (insert into viewing values ($1)) update account set version = version + 1', true],
  ['truncate session', true],
  ['begin; update account set name = $1; commit', true],
  ['anything else', true],
])('whether %j changes data: %s', (text, expected) => {
  expect(changes(text)).toBe(expected)
})

describe('changes of this process are counted', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['by a statement of the pool', () => database.pool.query("insert into note (text) values ('x')")],
    ['by one that fails', () => database.pool.query('insert into note (missing) values (1)').catch(() => {})],
    [
      'by a commit',
      () =>
        inTransaction(database.db, (trx) =>
          trx
            .insertInto('note' as never)
            .values({ text: 'x' } as never)
            .execute(),
        ),
    ],
  ])('%s', async (_, change) => {
    const before = database.pool.changes
    await change()
    expect(database.pool.changes).toBeGreaterThan(before)
  })

  test('again when the transaction commits, because others read the former data until then', async () => {
    let inside = 0
    await inTransaction(database.db, async (trx) => {
      await trx
        .insertInto('note' as never)
        .values({ text: 'x' } as never)
        .execute()
      inside = database.pool.changes
    })
    expect(database.pool.changes).toBe(inside + 1)
  })

  test('once: a later transaction without writes is not', async () => {
    await database.pool.query("insert into note (text) values ('x')")
    const before = database.pool.changes
    await inTransaction(database.db, (trx) =>
      trx
        .selectFrom('note' as never)
        .selectAll()
        .execute(),
    )
    expect(database.pool.changes).toBe(before)
  })

  test('and reads are not, in a transaction or outside', async () => {
    const before = database.pool.changes
    await database.pool.query('select * from note')
    await inTransaction(database.db, (trx) =>
      trx
        .selectFrom('note' as never)
        .selectAll()
        .execute(),
    )
    expect(database.pool.changes).toBe(before)
  })
})
