import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { afterCommit } from '#server/platform/database/engine/transaction-scope.ts'
import { createTestDatabase, testEngine } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { openForTests } from '#support/open-for-tests.ts'
import type { Db } from './tables.ts'
import { inTransaction } from './transaction.ts'

const database = openForTests(() => createTestDatabase(fixtureMigrations))
beforeEach(async () => {
  await database.pool.query("truncate note; update counter set value = 0 where name = 'visits'")
})

const wentPast = 'A query went past the transaction it stands in'

describe('a transaction', () => {
  test('keeps all of its writes, and returns what its work returns', async () => {
    const result = await inTransaction(database.db, async (trx) => {
      await write(trx, 'one')
      await write(trx, 'two')
      return 'done'
    })
    expect(result).toBe('done')
    expect(await notes()).toEqual(['one', 'two'])
  })

  test('keeps none of its writes if its work fails, and rethrows the error', async () => {
    const failing = inTransaction(database.db, async (trx) => {
      await write(trx, 'one')
      throw new Error('no more paper')
    })
    await expect(failing).rejects.toThrow('no more paper')
    expect(await notes()).toEqual([])
  })
})

describe('inside a transaction', () => {
  test.each([
    ['the query builder', () => write(database.db, 'past')],
    ['the pool', () => database.pool.query('select 1')],
    ['a connection of the pool', () => database.pool.connect()],
    ['another transaction', () => inTransaction(database.db, (trx) => write(trx, 'past'))],
  ])('%s is refused at once', async (_what, past) => {
    await inTransaction(database.db, async (trx) => {
      await write(trx, 'kept')
      await expect(past()).rejects.toThrow(wentPast)
    })
    expect(await notes()).toEqual(['kept'])
  })

  test('the pool tells so to a callback too', async () => {
    const told = await inTransaction(database.db, async () => {
      return new Promise<Error | undefined>((tell) => database.pool.connect((problem) => tell(problem)))
    })
    expect(told?.message).toContain(wentPast)
  })

  test('other requests use the pool as they like', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const transaction = inTransaction(database.db, async (trx) => {
      begin()
      await write(trx, 'inside')
    })
    await begun
    await Promise.all([transaction, write(database.db, 'outside')])
    expect((await notes()).toSorted()).toEqual(['inside', 'outside'])
  })
})

test('work that outlives its transaction uses the pool again', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const later = await inTransaction(database.db, async () => ({
    write: over.then(() => write(database.db, 'later')),
  }))
  end()
  await later.write
  expect(await notes()).toEqual(['later'])
})

describe('what waits for the commit', () => {
  test('is called once, after it', async () => {
    const seen: string[][] = []
    await inTransaction(database.db, async (trx) => {
      await write(trx, 'one')
      afterCommit(() => seen.push(['called']))
      expect(seen).toEqual([])
    })
    expect(seen).toEqual([['called']])
  })

  test('is never called when there was none', async () => {
    let called = false
    const failing = inTransaction(database.db, async () => {
      afterCommit(() => {
        called = true
      })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(called).toBe(false)
  })

  test('is called at once outside of a transaction', () => {
    let called = false
    afterCommit(() => {
      called = true
    })
    expect(called).toBe(true)
  })
})

describe('a transaction that collides with another one', () => {
  test('is run again from its start', async () => {
    let attempts = 0
    const called: number[] = []
    await inTransaction(database.db, async (trx) => {
      attempts += 1
      const attempt = attempts
      afterCommit(() => called.push(attempt))
      await write(trx, `attempt ${attempt}`)
      if (attempt < 3) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(trx)
    })
    expect(await notes()).toEqual(['attempt 3'])
    expect(called).toEqual([3])
  })

  test('gives up after five attempts', async () => {
    let attempts = 0
    const colliding = inTransaction(database.db, async (trx) => {
      attempts += 1
      await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(trx)
    })
    await expect(colliding).rejects.toMatchObject({ code: '40P01' })
    expect(attempts).toBe(5)
  })

  test('is not run again for any other failure', async () => {
    let attempts = 0
    const failing = inTransaction(database.db, async (trx) => {
      attempts += 1
      await sql`select 1 / 0`.execute(trx)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(attempts).toBe(1)
  })

  test('is run again as a whole, not the statement in it that collided', async () => {
    let attempts = 0
    await database.pool.query('drop sequence if exists tries; create sequence tries')
    await inTransaction(database.db, async (trx) => {
      attempts += 1
      await write(trx, `attempt ${attempts}`)
      await collideOnce.execute(trx)
    })
    expect(await notes()).toEqual(['attempt 2', 'collided no more'])
  })

  test('is run again as well when it is one statement alone', async () => {
    await database.pool.query('drop sequence if exists tries; create sequence tries')
    await collideOnce.execute(database.db)
    expect(await notes()).toEqual(['collided no more'])
  })

  // The embedded database has one connection: there, transactions are sequential.
  if (testEngine === 'postgresql') {
    test('loses no count, though all read before they write', async () => {
      const raise = () =>
        inTransaction(
          database.db,
          async (trx) => {
            const { rows } = await sql<{
              value: number
            }>`select value from counter where name = 'visits'`.execute(trx)
            await sql`update counter set value = ${Number(rows[0]?.value) + 1} where name = 'visits'`.execute(
              trx,
            )
          },
          'serializable',
        )
      await Promise.all([raise(), raise(), raise()])
      const { rows } = await database.pool.query("select value from counter where name = 'visits'")
      expect(rows).toEqual([{ value: 3 }])
    })

    test('as in a deadlock lets both come through', async () => {
      await database.pool.query(
        "insert into counter values ('other', 0) on conflict (name) do update set value = 0",
      )
      const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
      const cross = (own: 0 | 1, first: string, second: string) =>
        inTransaction(database.db, async (trx) => {
          await sql`select raise_counter(${first})`.execute(trx)
          both[own].resolve()
          await both[own === 0 ? 1 : 0].promise
          await sql`select raise_counter(${second})`.execute(trx)
        })
      await Promise.all([cross(0, 'visits', 'other'), cross(1, 'other', 'visits')])
      const { rows } = await database.pool.query('select name, value from counter order by name')
      expect(rows).toEqual([
        { name: 'other', value: 2 },
        { name: 'visits', value: 2 },
      ])
    })
  }
})

/** Fails like a deadlock the first time; only sequences survive the rollback. */
const collideOnce = sql`
  do $$ begin
    if nextval('tries') = 1 then raise exception using errcode = '40P01'; end if;
    insert into note (text) values ('collided no more');
  end $$`

async function write(db: Db, text: string): Promise<void> {
  await sql`insert into note (text) values (${text})`.execute(db)
}

async function notes(): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>('select text from note order by id')
  return rows.map((row) => row.text)
}
