import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listBackups, markVerified, removeSurplus } from './backup-folder.ts'

test.each<[string, string, number, string[]]>([
  // newest first; a small letter: verified
  ['all fit', 'abc', 3, ['a', 'b', 'c']],
  ['the oldest go', 'abcd', 2, ['a', 'b']],
  ['the last verified one stays, however old', 'ABCd', 2, ['A', 'B', 'd']],
  ['of older verified ones only the last stays', 'ABcd', 1, ['A', 'c']],
  ['none is verified', 'ABC', 1, ['A']],
  ['there is none', '', 1, []],
])('%s: of %s, with %i kept, stay %j', async (_, names, keep, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [age, name] of [...names].entries()) {
    const path = join(folder, `${name}.tar`)
    writeFileSync(path, name)
    utimesSync(path, 2_000_000_000 - age, 2_000_000_000 - age)
    if (name === name.toLowerCase()) await markVerified(folder, `${name}.tar`)
  }
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  const before = [...names].map((name) => `${name}.tar`)
  const gone = await removeSurplus(folder, keep)
  const left = (await listBackups(folder)).map(({ file }) => file)
  expect(left).toEqual(expected.map((name) => `${name}.tar`))
  expect([...left, ...gone].toSorted()).toEqual(before.toSorted())
})
