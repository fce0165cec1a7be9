import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '#support/server-process.ts'

/**
 * Playwright's global set-up: the data directory of a demo after its first start, which takes three times as long as a
 * later one. Each site of the run begins with a copy.
 */
export default async function prepareSite(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-prepared-'))
  const server = await startServerProcess({ DEMO: '1', DATA_DIR: dataDir })
  await server.ready()
  await server.stop()
  process.env.PREPARED_SITE = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
