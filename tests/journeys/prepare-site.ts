import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { missingForPostgresql, startPostgresql } from '#support/postgresql-server.ts'
import { startServerProcess } from '#support/server-process.ts'
import { createDatabase } from './site.ts'

/**
 * Playwright's global set-up: a demo after its first start, which takes three times as long as a later one, and with its posters'
 * smaller copies, which every site would make again. Each site of the run begins with a copy of its data directory and, on
 * PostgreSQL, of its database.
 */
export default async function prepareSite(): Promise<() => Promise<void>> {
  const isEmbedded = process.env.TEST_DATABASE === 'embedded' || missingForPostgresql() !== undefined
  const postgresql = isEmbedded ? undefined : await startPostgresql()
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-prepared-'))
  process.env.PREPARED_POSTGRESQL = postgresql?.url('postgres') ?? ''
  const database = await createDatabase('prepared', 'template1')
  const server = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir, ...database })
  await server.ready()
  await untilPostersAreMade(server.url)
  await server.stop()
  process.env.PREPARED_SITE = dataDir
  return async () => {
    await postgresql?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The copies are made in the background, and published when they are stored. */
async function untilPostersAreMade(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const { videos } = (await (await fetch(`${origin}/api/videos`)).json()) as {
      videos: { thumbnailUrl?: string; thumbnailWidths?: number[] }[]
    }
    if (videos.every(({ thumbnailUrl, thumbnailWidths }) => !thumbnailUrl || thumbnailWidths)) return
    await wait(200)
  }
  throw new Error('the posters of the demo got no smaller copies within two minutes')
}
