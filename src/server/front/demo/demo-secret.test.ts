import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { keepDemoSecret } from './demo-secret.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the demo makes its secret once, and only its owner can read it', () => {
  const folder = emptyFolder()
  const secret = keepDemoSecret(folder, systemRandom.token)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(keepDemoSecret(folder, systemRandom.token)).toBe(secret)
  expect(statSync(join(folder, 'app-secret')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'app-secret'), 'utf8')).toBe(`${secret}\n`)
})

test('another data directory has another secret', () => {
  expect(keepDemoSecret(emptyFolder(), systemRandom.token)).not.toBe(
    keepDemoSecret(emptyFolder(), systemRandom.token),
  )
})

test('a truncated secret is generated again', () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'app-secret'), 'half')
  expect(keepDemoSecret(folder, systemRandom.token)).toHaveLength(43)
})
