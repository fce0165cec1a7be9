import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The demo's own key for tokens: made at the first start, kept in the data directory, readable by its owner alone. */
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
