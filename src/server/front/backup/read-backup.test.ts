import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'tar'
import { beforeAll, describe, expect, test } from 'vitest'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { folderOfTests } from '#support/folders.ts'
import { inLongForm } from '#support/rounds.ts'
import { type Part, writeBackup } from './backup-file.ts'
import { unpackBackup, verifyBackup } from './read-backup.ts'

const manifest = {
  format: 1,
  madeAt: '2027-01-10T12:00:00.000Z',
  engine: 'postgresql',
  secretCheck: 'of a secret',
  holdsSecret: false,
} as const
const members = { 'database.dump': 'every row\n'.repeat(200), 'media/film.mp4': 'pictures' }

const folder = folderOfTests()
let path: string
let bytes: Buffer
beforeAll(async () => {
  path = join(folder, 'site.tar')
  await writeBackup(path, manifest, parts())
  bytes = readFileSync(path)
})

async function* parts(): AsyncIterable<Part> {
  for (const [name, text] of Object.entries(members))
    yield { name, size: text.length, content: [Buffer.from(text)] }
}

/** The extracted files, by name. */
async function unpacked(file: string): Promise<Record<string, string>> {
  const place = mkdtempSync(join(folder, 'place-'))
  await unpackBackup(
    file,
    (name) => join(place, name.replace('/', '_')),
    () => undefined,
  )
  const found = readdirSync(place).map((name) => [
    name.replace('_', '/'),
    readFileSync(join(place, name), 'utf8'),
  ])
  return Object.fromEntries(found)
}

/** The backup with another bit at one place. */
function flipped(at: number): string {
  const other = Buffer.from(bytes)
  other[at] = (other[at] ?? 0) ^ 1
  const file = join(folder, 'flipped.tar')
  writeFileSync(file, other)
  return file
}

test('a backup is read as written', async () => {
  const sizes: string[] = []
  const checked = await verifyBackup(path, (done, total) => sizes.push(`${done} of ${total}`))
  expect(checked).toEqual({ verified: true, files: 2 })
  // the sizes are the file's own
  expect(sizes.at(-1)).toBe(`${bytes.length} of ${bytes.length}`)
  expect(await unpacked(path)).toEqual(members)
})

test('a byte that was altered in a member is noticed, and which', async () => {
  const file = flipped(bytes.indexOf('every row') + 700)
  const problem = `${file} was altered after it was made: database.dump.`
  await expect(verifyBackup(file, () => undefined)).rejects.toThrow(problem)
  await expect(unpacked(file)).rejects.toThrow(problem)
})

if (inLongForm)
  test('no byte can be altered so that anything else is restored', async () => {
    const step = 7
    for (let at = 0; at < bytes.length; at += step) {
      const file = flipped(at)
      const outcome = await unpacked(file).catch((error: unknown) => error)
      // the space between members says nothing
      if (!(outcome instanceof StartProblem)) expect([at, outcome]).toEqual([at, members])
      else
        expect(outcome.message, String(at)).toMatch(
          /altered|not whole|no backup|belongs into no backup|newer/,
        )
    }
  })

test('what says that there are digests cannot be lost without being noticed', async () => {
  for (const word of ['"digests":"sha256"', '"digests":{']) {
    const at = bytes.indexOf(word) + 1
    await expect(verifyBackup(flipped(at), () => undefined)).rejects.toThrow(/altered/)
  }
})

describe('a backup of the former format', () => {
  /** A backup from before digests. */
  function former(): string {
    const place = mkdtempSync(join(folder, 'former-'))
    const size = Object.values(members).join('').length
    const texts = {
      'manifest.json': JSON.stringify(manifest),
      ...members,
      'end.json': JSON.stringify({ files: 2, bytes: size }),
    }
    mkdirSync(join(place, 'media'))
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(place, name), text)
    const file = join(folder, 'former.tar')
    create({ file, cwd: place, portable: true, sync: true }, Object.keys(texts))
    return file
  }

  test('is restored, and says that it is not verified', async () => {
    expect(await verifyBackup(former(), () => undefined)).toEqual({ verified: false, files: 2 })
    expect(await unpacked(former())).toEqual(members)
  })
})
