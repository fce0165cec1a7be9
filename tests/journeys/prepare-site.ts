import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingForPostgresql, startPostgresql } from '#support/postgresql-server.ts'
import { startServerProcess } from '#support/server-process.ts'
import { createDatabase } from './site.ts'

/**
 * Playwright's global set-up: a demo after its first start, which takes three times as long as a later one. Each site of
 * the run begins with a copy of its data directory and, on PostgreSQL, of its database.
 */
export default async function prepareSite(): Promise<() => Promise<void>> {
  const isEmbedded = process.env.TEST_DATABASE === 'embedded' || missingForPostgresql() !== undefined
  const postgresql = isEmbedded ? undefined : await startPostgresql()
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-prepared-'))
  process.env.PREPARED_POSTGRESQL = postgresql?.url('postgres') ?? ''
  const database = await createDatabase('prepared', 'template1')
  const server = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir, ...database })
  await server.ready()
  await server.stop()
  process.env.PREPARED_SITE = dataDir
  return async () => {
    await postgresql?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
