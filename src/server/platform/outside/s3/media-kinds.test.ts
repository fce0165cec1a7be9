import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import { type MediaStore, wholeFile } from '#server/platform/outside/media-store.ts'
import { folderOfTests } from '#support/folders.ts'
import { type S3Server, startS3 } from '#support/s3-server.ts'
import { openMediaS3 } from './media-s3.ts'

const bytes = Buffer.from('a film, as far as the store is concerned')
const keyOf = (content: Buffer) => `${createHash('sha256').update(content).digest('hex')}.mp4`
const key = keyOf(bytes)
const missing = `${'0'.repeat(64)}.mp4`

const place = folderOfTests()
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

const kinds: readonly (readonly [string, () => Promise<MediaStore>])[] = [
  ['a folder', () => openMediaFolder(join(place, 'media'))],
  ['S3', async () => openMediaS3(s3.place, { localFolder: join(place, 'local') })],
]

/** What both kinds of `MediaStore` do. */
describe.each(kinds)('media in %s', (_, open) => {
  let media: MediaStore
  let file: string
  beforeAll(async () => {
    media = await open()
    file = join(place, 'film.mp4')
    writeFileSync(file, bytes)
    // larger than a page of keys, a part and a piece are in tests of their own
    await media.put(file, 'mp4')
  })

  test('a file is kept under the SHA-256 of its bytes, once, however often it is put', async () => {
    let read = 0
    const report = (chunk: number) => (read += chunk)
    expect(await media.put(file, 'mp4', report)).toEqual({ key, added: false })
    expect(read).toBe(bytes.length)
    expect(await media.keys()).toEqual([key])
    expect(await media.sizes()).toEqual(new Map([[key, bytes.length]]))
    expect(await media.put('/nowhere/film.mp4', 'mp4')).toEqual({ refused: 'not-readable' })
  })

  test('bytes are read at any place, up to their end, and as a whole', async () => {
    const opened = await media.open(key)
    expect(opened).toMatchObject({ size: bytes.length, mimeType: 'video/mp4' })
    const buffer = Buffer.alloc(8)
    const at = async (length: number, position: number) =>
      buffer.toString('utf8', 0, await opened?.read(buffer, length, position))
    expect([await at(4, 2), await at(8, bytes.length - 3), await at(8, bytes.length)]).toEqual([
      'film',
      'ned',
      '',
    ])
    expect(opened && (await wholeFile(opened))).toEqual(bytes)
    expect(await media.size(key)).toBe(bytes.length)
  })

  test('a copy is a new file, and a local one can be given to programs', async () => {
    const copy = join(place, 'copy.mp4')
    expect(await media.copy(key, copy)).toBe(true)
    writeFileSync(copy, `${readFileSync(copy)}, another cut`)
    await expect(media.copy(key, copy)).rejects.toThrow('EEXIST')
    rmSync(copy)
    const local = await media.openLocal(key)
    expect(await local?.readFile()).toEqual(bytes)
    await local?.close()
  })

  test.each([missing, '../secret.mp4', `../${key}`, key.toUpperCase(), key.replace('.mp4', '.svg'), ''])(
    'there is no %j',
    async (name) => {
      expect(await media.open(name)).toBeUndefined()
      expect(await media.openLocal(name)).toBeUndefined()
      expect(await media.size(name)).toBeUndefined()
      expect(await media.copy(name, join(place, 'none'))).toBe(false)
      await media.delete(name)
      expect(await media.keys()).toEqual([key])
    },
  )

  test('an empty file and one of several parts are stored whole; deleted ones are gone', async () => {
    for (const content of [Buffer.alloc(0), randomBytes(33 * 1024 * 1024)]) {
      const other = join(place, 'other.mp4')
      writeFileSync(other, content)
      expect(await media.put(other, 'mp4')).toEqual({ key: keyOf(content), added: true })
      const opened = await media.open(keyOf(content))
      expect(opened && keyOf(await wholeFile(opened))).toBe(keyOf(content))
      await media.delete(keyOf(content))
      await media.delete(keyOf(content))
      expect(await media.size(keyOf(content))).toBeUndefined()
    }
    expect(existsSync(join(place, 'local')) ? readdirSync(join(place, 'local')) : []).toEqual([])
  })
})
