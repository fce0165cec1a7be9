import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('the settings of a new site go into a file for its user alone, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-setup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const script of ['prepare.mjs', 'setup.mjs'])
    cpSync(join(import.meta.dirname, script), join(folder, 'scripts', script))
  const file = join(folder, 'lectern.env')
  const setUp = (BASE_URL: string) =>
    spawnSync(process.execPath, [join(folder, 'scripts/setup.mjs')], { env: { BASE_URL } }).status
  for (const wrong of ['videos.example.org', 'http://videos.example.org', 'https://videos.example.org/a'])
    expect([setUp(wrong), existsSync(file)]).toEqual([1, false])
  expect(setUp('https://videos.example.org/')).toBe(0)
  const made = readFileSync(file, 'utf8')
  expect(made).toMatch(/^BASE_URL=https:\/\/videos\.example\.org\nAPP_SECRET=[\w-]{43}\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect([setUp('https://videos.example.org'), readFileSync(file, 'utf8')]).toEqual([1, made])
})
