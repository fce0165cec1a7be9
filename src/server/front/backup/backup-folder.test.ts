import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderOfTest, folderOfTests } from '#support/folders.ts'
import { backupName, listBackups, markVerified, removeSurplus } from './backup-folder.ts'
import { makeKeptBackup } from './make-kept-backup.ts'
import { verifyBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { secretCheck } from './secret-check.ts'

test.each<[string, string, number, string[]]>([
  // newest first; a small letter: verified
  ['all fit', 'abc', 3, ['a', 'b', 'c']],
  ['the oldest go', 'abcd', 2, ['a', 'b']],
  ['the last verified one stays, however old', 'ABCd', 2, ['A', 'B', 'd']],
  ['of older verified ones only the last stays', 'ABcd', 1, ['A', 'c']],
  ['none is verified', 'ABC', 1, ['A']],
  ['there is none', '', 1, []],
])('%s: of %s, with %i kept, stay %j', async (_, names, keep, expected) => {
  const folder = folderOfTest()
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

describe('media beside backups', () => {
  const root = folderOfTests()
  const [folder, mediaFolder] = [join(root, 'backups'), join(root, 'media')]
  const beside = join(folder, 'media')
  const appSecret = 'of a site'
  /** Adds media to the site; returns their keys. */
  const added = (...texts: string[]) =>
    texts.map((text) => {
      const key = `${createHash('sha256').update(text).digest('hex')}.mp4`
      mkdirSync(mediaFolder, { recursive: true })
      writeFileSync(join(mediaFolder, key), text)
      return key
    })
  const source = {
    dataDir: root,
    databaseUrl: undefined,
    mediaFolder,
    appSecret,
    async copyEmbedded(to: string) {
      mkdirSync(join(to, 'database'), { recursive: true })
      writeFileSync(join(to, 'database/rows'), 'row '.repeat(50_000))
      return { secretCheck: secretCheck(appSecret), unusedMedia: [] }
    },
  }
  const madeOn = (day: number, keep = 2) => {
    const now = new Date(Date.UTC(2026, 10, day))
    const of = {
      folder,
      file: backupName(now, true),
      keepsMediaBeside: true,
      keep,
      now,
      report: () => undefined,
    }
    return makeKeptBackup(source, of)
  }
  let places = 0
  const restored = async (path: string) => {
    places += 1
    const dataDir = join(root, `place${places}`)
    const place = { dataDir, databaseUrl: undefined, mediaFolder: join(dataDir, 'media'), migrationsDir: '' }
    await restoreBackup(path, { ...place, appSecret, previousAppSecret: undefined }, () => undefined)
    return readdirSync(place.mediaFolder).toSorted()
  }

  test('a backup adds new ones only, is restored with its own, and its media stay as long as it does', async () => {
    const [a = '', b = ''] = added('a', 'b')
    const first = await madeOn(1)
    const { ino } = statSync(join(beside, b))
    const [c = ''] = added('c')
    // purged at the site
    rmSync(join(mediaFolder, a))
    const second = await madeOn(2)
    expect(readdirSync(beside).toSorted()).toEqual([a, b, c].toSorted())
    expect(statSync(join(beside, b)).ino).toBe(ino)
    expect(await restored(first.path)).toEqual([a, b].toSorted())
    expect(await restored(second.path)).toEqual([b, c].toSorted())
    // left by a copy that was killed
    const killed = join(beside, `${a}.unfinished`)
    writeFileSync(killed, 'half')
    utimesSync(killed, 1_000, 1_000)
    const third = await madeOn(3)
    expect(third.deleted).toEqual([first.path.split('/').at(-1)])
    expect(readdirSync(beside).toSorted()).toEqual([b, c].toSorted())
    expect(await restored(second.path)).toEqual([b, c].toSorted())
  })

  test('one that is damaged or missing is named, nothing is restored or deleted, and the last verified backup stays', async () => {
    const before = readdirSync(folder).toSorted()
    const [b = '', c = ''] = ['b', 'c'].map((text) => added(text)[0] ?? '')
    const [newest] = await listBackups(folder)
    const path = join(folder, newest?.file ?? '')
    writeFileSync(join(beside, b), 'x')
    rmSync(join(beside, c))
    const fault = expect.objectContaining({
      message: expect.stringMatching(new RegExp(`damaged in .*${b}, ${c}|${c}, ${b}`)),
    })
    await expect(verifyBackup(path, () => undefined)).rejects.toEqual(fault)
    await expect(restored(path)).rejects.toEqual(fault)
    expect(existsSync(join(root, `place${places}`, 'database'))).toBe(false)
    // the missing one is copied again, the damaged one is noticed
    await expect(madeOn(4, 1)).rejects.toThrow(b)
    expect(readFileSync(join(beside, c), 'utf8')).toBe('c')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(before))
    writeFileSync(join(beside, b), 'b')
    // a list that cannot be read keeps everything
    writeFileSync(join(folder, 'other.tar'), 'no backup')
    await expect(madeOn(9, 9)).rejects.toThrow('is no backup')
    expect(readdirSync(beside)).toEqual(expect.arrayContaining([b, c]))
  })
})
