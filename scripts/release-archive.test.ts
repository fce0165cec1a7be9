import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { list } from 'tar'
import { expect, onTestFinished, test } from 'vitest'
import { isReleased, writeRelease } from './release-archive.ts'

test.each([
  ['src/server/main.ts', true],
  ['src/server/main.test.ts', false],
  ['src/web/platform/ui/button.test.tsx', false],
  ['tests/support/people.ts', false],
  ['.ci/steps.yml', false],
  ['docs/operate.md', true],
  ['scripts/licence-texts/MIT.txt', true],
  ['migrations/0001-accounts.sql', true],
  ['LICENSE', true],
  ['package-lock.json', true],
])('%s: %s', (path, isIn) => expect(isReleased(path)).toBe(isIn))

test('a release has the builds and the tracked files alone, and the same bytes each time', async () => {
  const root = mkdtempSync(join(tmpdir(), 'lectern-release-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const tracked = ['LICENSE', 'scripts/start.mjs', 'tests/a.test.ts']
  const ofBuild = ['dist/.lectern-stamp', 'dist/server/main.js', 'dist/web/index.en.html']
  const ofMessages = ['src/messages/generated/messages.js', 'src/messages/generated-mails/messages.js']
  for (const path of [...tracked, ...ofBuild, ...ofMessages, 'lectern.env', 'dist/release/old.tar.gz']) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), path)
  }
  const release = { root, tracked, version: '1.2.3', time: new Date(0), folder: join(root, 'dist/release') }
  const { file, sha256 } = await writeRelease(release)
  const names: string[] = []
  await list({ file, onReadEntry: ({ path }) => void names.push(path) })
  const inside = [...tracked.slice(0, 2), ...ofBuild, ...ofMessages].toSorted()
  expect(names).toEqual(inside.map((path) => `lectern-1.2.3/${path}`))
  expect(readFileSync(`${file}.sha256`, 'utf8')).toBe(`${sha256}  lectern-1.2.3.tar.gz\n`)
  utimesSync(join(root, 'LICENSE'), 5, 5)
  expect((await writeRelease(release)).sha256).toBe(sha256)
})
