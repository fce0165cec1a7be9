import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createTestDatabase, silentLog } from '#support/database.ts'
import { fixtureMigrations } from '#support/fixture-migrations.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { type Queue, startQueue } from './queue.ts'

let queue: Queue
let done: string[]

const database = openForTests(() => createTestDatabase(fixtureMigrations))

beforeEach(async () => {
  queue = await startQueue({ database, log: silentLog, run: 'when-drained' })
  done = []
  await queue.work<{ word: string }>('say', async ({ word }) => void done.push(word))
})
afterEach(async () => {
  await queue.stop()
  await database.pool.query('delete from pgboss.job')
})

describe('a queue', () => {
  const stored = async () => {
    const { rows } = await database.pool.query<{ expire_seconds: number; updated_on: Date }>(
      `select expire_seconds, updated_on from pgboss.queue where name = 'say'`,
    )
    return rows[0]
  }
  const declaredAgain = async (expireInSeconds?: number) => {
    const another = await startQueue({ database, log: silentLog, run: 'elsewhere' })
    await another.work('say', async () => {}, expireInSeconds === undefined ? {} : { expireInSeconds })
    // the job is stored in a transaction, where the queue must be known already
    await inTransaction(database.db, (trx) => another.enqueue(trx, 'say', { word: 'again' }))
    await another.stop()
    return stored()
  }

  test('is left as it is by a start with the same settings, and updated by one with others', async () => {
    const before = await stored()
    expect(await declaredAgain()).toEqual(before)
    expect(await declaredAgain(100)).toMatchObject({ expire_seconds: 100 })
    expect(await declaredAgain()).toMatchObject({ expire_seconds: before?.expire_seconds })
  })
})

describe('a job', () => {
  test('exists when the transaction that stored it is committed', async () => {
    await inTransaction(database.db, (trx) => queue.enqueue(trx, 'say', { word: 'hello' }))
    await queue.drain()
    expect(done).toEqual(['hello'])
  })

  test('does not exist when that transaction is rolled back', async () => {
    const rolledBack = inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'say', { word: 'never' })
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await queue.drain()
    expect(done).toEqual([])
  })

  test('is done once', async () => {
    await queue.enqueue(database.db, 'say', { word: 'once' })
    await queue.drain()
    await queue.drain()
    expect(done).toEqual(['once'])
  })

  test('that is not due waits', async () => {
    await queue.enqueue(database.db, 'say', { word: 'later' }, { delayMs: 3_600_000 })
    await queue.enqueue(database.db, 'say', { word: 'now' }, { delayMs: 0 })
    await queue.drain()
    expect(done).toEqual(['now'])
  })

  test('without a worker is refused when stored, not lost', async () => {
    await expect(queue.enqueue(database.db, 'sing', {})).rejects.toThrow('"sing"')
  })

  test('that throws waits for another attempt and holds up no other', async () => {
    await queue.work<{ word: string }>('fail', async () => {
      done.push('tried')
      throw new Error('no luck')
    })
    await queue.enqueue(database.db, 'fail', { word: 'x' })
    await queue.enqueue(database.db, 'say', { word: 'hello' })
    await queue.drain()
    expect(done.toSorted()).toEqual(['hello', 'tried'])
    expect(await statesOf('fail')).toEqual(['retry'])
  })
})

describe('a key', () => {
  test('prevents a second waiting job', async () => {
    await queue.enqueue(database.db, 'say', { word: 'first' }, { singletonKey: 'greeting' })
    await queue.enqueue(database.db, 'say', { word: 'second' }, { singletonKey: 'greeting' })
    await queue.enqueue(database.db, 'say', { word: 'other key' }, { singletonKey: 'farewell' })
    await queue.drain()
    expect(done.toSorted()).toEqual(['first', 'other key'])
  })

  test('is free again when its job has begun', async () => {
    await queue.work('begin', async () => {
      if (done.push('round') === 1) await queue.enqueue(database.db, 'begin', {}, { singletonKey: 'one' })
    })
    await queue.enqueue(database.db, 'begin', {}, { singletonKey: 'one' })
    await queue.drain()
    expect(done).toEqual(['round', 'round'])
  })

  test('is not shared by jobs without one', async () => {
    await queue.enqueue(database.db, 'say', { word: 'one' })
    await queue.enqueue(database.db, 'say', { word: 'two' })
    await queue.drain()
    expect(done.toSorted()).toEqual(['one', 'two'])
  })
})

describe('a repeated job', () => {
  const waiting = async (name: string) => {
    const { rows } = await database.pool.query<{ minutes: number }>(
      `select round(extract(epoch from start_after - now()) / 60)::int as minutes
       from pgboss.job where name = $1 and state in ('created', 'retry')`,
      [name],
    )
    return rows.map(({ minutes }) => minutes)
  }
  const hurry = () => database.pool.query("update pgboss.job set start_after = now() where state = 'created'")

  test('begins at once, and is repeated after its time', async () => {
    await queue.repeat('rounds', 3_600_000, async () => void done.push('round'))
    await queue.drain()
    expect(done).toEqual(['round'])
    expect(await waiting('rounds')).toEqual([60])
    await hurry()
    await queue.drain()
    expect(done).toEqual(['round', 'round'])
  })

  test('is repeated after any number of failures, once each time', async () => {
    await queue.repeat('bad-rounds', 60_000, async () => {
      done.push('tried')
      throw new Error('no luck')
    })
    // more often than a single job is tried
    for (let round = 1; round <= 32; round += 1) {
      await queue.drain()
      expect(done).toHaveLength(round)
      await hurry()
    }
    expect(await waiting('bad-rounds')).toEqual([0])
  })

  test.each([
    ['was lost', 'delete from pgboss.job'],
    [
      'waits for a time that the clock had by mistake',
      "update pgboss.job set start_after = now() + interval '1 year'",
    ],
  ])('is stored again while a process runs, when its next round %s', async (_, damage) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const running = await startQueue({ database, log: silentLog })
    try {
      await running.repeat('lost-rounds', 3_600_000, async () => void done.push('round'))
      await until(async () => (await waiting('lost-rounds')).join() === '60')
      await database.pool.query(damage)
      vi.advanceTimersByTime(60_000)
      await until(async () => (await waiting('lost-rounds')).join() === '60')
    } finally {
      await running.stop()
      vi.useRealTimers()
    }
  })
})

describe('draining', () => {
  test('also runs jobs enqueued by jobs', async () => {
    await queue.work('ask', async () => queue.enqueue(database.db, 'say', { word: 'answer' }))
    await queue.enqueue(database.db, 'ask', {})
    await queue.drain()
    expect(done).toEqual(['answer'])
  })

  test('waits for a job that the timer has begun', async () => {
    const running = await startQueue({ database, log: silentLog })
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    await running.work('slow', async () => {
      begin()
      await mayEnd
      done.push('ended')
    })
    await running.enqueue(database.db, 'slow', {})
    await begun
    const drained = running.drain().then(() => done.push('drained'))
    // it has looked at the queue by now
    for (let look = 0; look < 3; look += 1) await queue.drain()
    letEnd()
    await drained
    expect(done).toEqual(['ended', 'drained'])
    await running.stop()
  })

  test('does hundreds of jobs, as many at once as was allowed', async () => {
    let atOnce = 0
    let most = 0
    const count = async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await new Promise((turn) => setImmediate(turn))
      atOnce -= 1
      done.push('counted')
    }
    await queue.work('count', count, { concurrency: 4 })
    await inTransaction(database.db, async (trx) => {
      for (let job = 0; job < 100; job += 1) await queue.enqueue(trx, 'count', {})
    })
    await queue.drain()
    expect(done).toHaveLength(100)
    expect(most).toBe(4)
  })
})

describe('a queue with a timer', () => {
  test('begins a job as soon as its transaction is committed', async () => {
    const running = await startQueue({ database, log: silentLog })
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    await running.work('start', async () => begin())
    await running.work('wait', async () => {})
    await until(async () => (await statesOf('start')).length === 0)
    await inTransaction(database.db, (trx) => running.enqueue(trx, 'start', {}))
    await begun
    await running.stop()
  })

  test('lets a running job end before it stops', async () => {
    const running = await startQueue({ database, log: silentLog })
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    await running.work('slow', async () => {
      begin()
      await mayEnd
      done.push('ended')
    })
    await running.enqueue(database.db, 'slow', {})
    await begun
    const stopped = running.stop()
    letEnd()
    await stopped
    expect(done).toEqual(['ended'])
    expect(await statesOf('slow')).toEqual(['completed'])
  })

  test('runs each job once with two processes', async () => {
    const other = await startQueue({ database, log: silentLog, run: 'when-drained' })
    await other.work<{ word: string }>('say', async ({ word }) => void done.push(word))
    await inTransaction(database.db, async (trx) => {
      for (let job = 0; job < 30; job += 1) await queue.enqueue(trx, 'say', { word: String(job) })
    })
    await Promise.all([queue.drain(), other.drain()])
    expect(done.map(Number).toSorted((one, two) => one - two)).toEqual(
      Array.from({ length: 30 }, (_, job) => job),
    )
    await other.stop()
  })

  test('is left to other processes, as are rounds, by one that runs them elsewhere', async () => {
    await database.pool.query('delete from pgboss.job')
    const web = await startQueue({ database, log: silentLog, run: 'elsewhere' })
    const own = async () => void done.push('done by the web process')
    await web.work('say', own)
    await web.repeat('upkeep', 60_000, own)
    await inTransaction(database.db, (trx) => web.enqueue(trx, 'say', { word: 'for others' }))
    await web.drain()
    expect([done, await statesOf('say'), await statesOf('upkeep')]).toEqual([[], ['created'], []])
    await queue.drain()
    expect(done).toEqual(['for others'])
    await web.stop()
  })
})

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state::text from pgboss.job where name = $1',
    [name],
  )
  return rows.map((row) => row.state)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((turn) => setImmediate(turn))
}
