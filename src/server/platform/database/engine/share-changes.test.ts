import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { openPostgresql } from '#server/platform/database/postgresql.ts'
import { createTestDatabase, silentLog, testEngine } from '#support/database.ts'
import type { Engine } from './engine.ts'
import { GuardedPool } from './pool.ts'
import { shareChanges } from './share-changes.ts'

if (testEngine === 'embedded')
  test('the embedded database belongs to one process, which listens to no others', async () => {
    const database = await createTestDatabase()
    const { rows } = await database.pool.query('select * from pg_listening_channels()')
    expect(rows).toEqual([])
    await database.close()
  })

if (testEngine === 'postgresql') {
  const server = new URL(inject('postgresqlUrl') ?? '')
  const name = `shared_${randomUUID().replaceAll('-', '')}`
  const own = new URL(server)
  own.pathname = `/${name}`
  const onServer = async (statement: string) => {
    const client = new pg.Client(server.href)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const log = { ...silentLog, warn: vi.fn() }
  const open = () => openPostgresql(own.href, { log })

  let one: Engine
  let other: Engine
  beforeAll(async () => {
    await onServer(`create database ${name}`)
    one = await open()
    other = await open()
    await one.pool.query('create table note (text text)')
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await onServer(`drop database ${name} with (force)`)
  })
  const settled = () => wait(150)
  beforeEach(settled)

  const listening = "datname = current_database() and application_name = 'lectern-changes'"
  const change = () => one.pool.query("insert into note values ('x')")
  const notified = async () => {
    const told: string[] = []
    const listener = new pg.Client(own.href)
    await listener.connect()
    await listener.query('listen lectern_changes')
    listener.on('notification', ({ payload = '' }) => told.push(payload))
    return { told, close: () => listener.end() }
  }

  test('what one process changes, another counts, and itself only once', async () => {
    const before = [one.pool.changes, other.pool.changes]
    await change()
    await vi.waitFor(() => expect(other.pool.changes).toBeGreaterThan(before[1] ?? 0))
    await settled()
    expect([one.pool.changes, other.pool.changes]).toEqual(before.map((count) => count + 1))
  })

  test('changes of a moment are told together, and reading is not told', async () => {
    const { told, close } = await notified()
    await one.pool.query('select text from note')
    await settled()
    expect(told).toEqual([])
    for (let time = 0; time < 30; time += 1) void change()
    await change()
    await settled()
    expect(told.length).toBeGreaterThan(0)
    expect(told.length).toBeLessThan(10)
    await close()
  })

  test('a transaction is told when it has been committed', async () => {
    const client = await one.pool.connect()
    await client.query('begin')
    await client.query("insert into note values ('y')")
    await settled()
    const before = other.pool.changes
    await client.query('commit')
    client.release()
    await vi.waitFor(() => expect(other.pool.changes).toBeGreaterThan(before))
  })

  test('a lost connection is reopened; changes missed meanwhile count as one, on both sides', async () => {
    const before = [one.pool.changes, other.pool.changes]
    log.warn.mockClear()
    const { rowCount } = await other.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`,
    )
    expect(rowCount).toBe(2)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2))
    await vi.waitFor(
      () => {
        expect(one.pool.changes).toBeGreaterThan(before[0] ?? 0)
        expect(other.pool.changes).toBeGreaterThan(before[1] ?? 0)
      },
      { timeout: 5_000 },
    )
    await settled()
    const later = other.pool.changes
    await change()
    await vi.waitFor(() => expect(other.pool.changes).toBeGreaterThan(later))
    const { rows } = await one.pool.query(
      `select count(*)::integer as count from pg_stat_activity where ${listening}`,
    )
    expect(rows).toEqual([{ count: 2 }])
  })

  test('a slow server is told one thing at a time, and once of all that changed meanwhile', async () => {
    const waiting = { now: 0, most: 0, all: 0 }
    class Watched extends pg.Client {}
    const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
    Watched.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
      waiting.now += 1
      waiting.all += 1
      waiting.most = Math.max(waiting.most, waiting.now)
      return query.apply(this, args).finally(() => {
        waiting.now -= 1
      })
    } as typeof pg.Client.prototype.query
    const pool = new GuardedPool({ connectionString: own.href }, () => {})
    const slow = { connectionString: own.href, application_name: 'slow' }
    const shared = await shareChanges(pool, () => new Watched(slow), log)
    const { rows } = await one.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'slow'",
    )
    const before = waiting.all
    process.kill(rows[0].pid, 'SIGSTOP')
    for (let time = 0; time < 10; time += 1) {
      pool.onChange()
      await wait(30)
    }
    process.kill(rows[0].pid, 'SIGCONT')
    await settled()
    await shared.close()
    await pool.end()
    expect(waiting).toEqual({ now: 0, most: 1, all: before + 2 })
  })

  test('changes made just before a process ends are announced, and its connection ends', async () => {
    const third = await open()
    await settled()
    const { told, close } = await notified()
    await third.pool.query("insert into note values ('z')")
    await third.close()
    await settled()
    expect(told).toHaveLength(1)
    await close()
  })

  test('if announcing fails at first, the server is used anyway, and it is retried', async () => {
    const pool = new GuardedPool({ connectionString: own.href }, () => {})
    const nowhere = new URL(own)
    nowhere.port = '1'
    const addresses = [nowhere.href, own.href]
    const shared = await shareChanges(pool, () => new pg.Client(addresses.shift()), log)
    expect(pool.changes).toBe(0)
    const before = one.pool.changes
    await vi.waitFor(() => expect(pool.changes).toBe(1), 5_000)
    // counts for changes possibly missed meanwhile
    await vi.waitFor(() => expect(one.pool.changes).toBe(before + 1))
    await change()
    await vi.waitFor(() => expect(pool.changes).toBe(2))
    await shared.close()
    await pool.end()
  })

  test('a process that ends while announcing fails does not retry', async () => {
    const pool = new GuardedPool({ connectionString: own.href }, () => {})
    const connect = vi.fn(() => new pg.Client({ host: '127.0.0.1', port: 1 }))
    const shared = await shareChanges(pool, connect, silentLog)
    await shared.close()
    await wait(1_000)
    expect(connect).toHaveBeenCalledOnce()
    await pool.end()
  })
}
