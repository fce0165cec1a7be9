import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the demo's APP_SECRET: generated at the first start, stored in the data directory, readable by its owner
 * only.
 */
export function keepDemoSecret(dataDir: string, makeSecret: () => string): string {
  const file = join(dataDir, 'app-secret')
  const kept = readIfThere(file)
  if (kept !== undefined && kept.length >= 32) return kept
  const secret = makeSecret()
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
