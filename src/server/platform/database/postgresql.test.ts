import { createServer } from 'node:net'
import { expect, inject, test, vi } from 'vitest'
import { silentLog, testEngine } from '#support/database.ts'
import { openPostgresql } from './postgresql.ts'

test('a server that cannot be reached is refused with one sentence, without the password', async () => {
  const port = await closedPort()
  const opening = openPostgresql(`postgresql://site:hunter2@127.0.0.1:${port}/site`, { log: silentLog })
  await expect(opening).rejects.toMatchObject({
    name: 'StartProblem',
    message: expect.stringMatching(
      new RegExp(`^PostgreSQL cannot be used at 127\\.0\\.0\\.1:${port}/site: [^\\n]*ECONNREFUSED[^\\n]*$`),
    ),
  })
  await expect(opening).rejects.not.toThrow('hunter2')
})

if (testEngine === 'postgresql') {
  const server = inject('postgresqlUrl') ?? ''

  test('a database that does not exist is refused with the words of the server', async () => {
    const opening = openPostgresql(server.replace('/postgres?', '/nowhere?'), { log: silentLog })
    await expect(opening).rejects.toThrow('database "nowhere" does not exist')
  })

  test('a slow statement and an idle transaction are limited by the server', async () => {
    const engine = await openPostgresql(server, { log: silentLog })
    const { rows } = await engine.pool.query(
      "select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone') order by lower(name)",
    )
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      { name: 'statement_timeout', setting: '30000' },
      { name: 'TimeZone', setting: 'UTC' },
    ])
    await engine.close()
  })

  test('a connection that the server cuts is replaced', async () => {
    const engine = await openPostgresql(server, { log: silentLog })
    const cut = await engine.pool.connect()
    const { rows } = await cut.query('select pg_backend_pid() as pid')
    await engine.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
    await expect(cut.query('select 1')).rejects.toThrow()
    cut.release()
    // the pool may use the dying connection once more before it learns of its end
    const { rows: after } = await vi.waitFor(() => engine.pool.query('select 1 as one'))
    expect(after).toEqual([{ one: 1 }])
    await engine.close()
  })
}

/** A port of 127.0.0.1 that was free a moment ago. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
