import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { openMediaFolder } from './media-folder.ts'
import { isMediaKey, mediaMimeType } from './media-store.ts'

const bytes = Buffer.from('a film, as far as the store is concerned')
const keyOfBytes = `${createHash('sha256').update(bytes).digest('hex')}.mp4`

test('a file is kept under the SHA-256 of its bytes, once, however often it is put', async () => {
  const { folder, file } = emptyPlace()
  const media = await openMediaFolder(folder)
  expect(await media.put(file, 'mp4')).toEqual({ key: keyOfBytes, added: true })
  expect(await media.put(file, 'mp4')).toEqual({ key: keyOfBytes, added: false })
  expect(readdirSync(folder)).toEqual([keyOfBytes])
  expect(readFileSync(join(folder, keyOfBytes))).toEqual(bytes)
})

test('a stored file is unchanged when the original changes', async () => {
  const { folder, file } = emptyPlace()
  const media = await openMediaFolder(folder)
  await media.put(file, 'mp4')
  writeFileSync(file, 'another cut')
  expect(readFileSync(join(folder, keyOfBytes))).toEqual(bytes)
})

test('stored bytes are copied to a new file, which is no link', async () => {
  const { folder, file } = emptyPlace()
  const media = await openMediaFolder(folder)
  await media.put(file, 'mp4')
  const copy = `${file}.copy`
  expect(await media.copy(keyOfBytes, copy)).toBe(true)
  expect(readFileSync(copy)).toEqual(bytes)
  writeFileSync(copy, 'another cut')
  expect(readFileSync(join(folder, keyOfBytes))).toEqual(bytes)
  await expect(media.copy(keyOfBytes, copy)).rejects.toThrow('EEXIST')
  for (const key of [keyOfBytes.replace(/^./, 'g'), `${'0'.repeat(64)}.mp4`, '../secret'])
    expect(await media.copy(key, `${file}.other`)).toBe(false)
})

test.each([
  '../secret.mp4',
  `../${keyOfBytes}`,
  `${keyOfBytes}/..`,
  `${keyOfBytes}\0`,
  `${keyOfBytes}\n`,
  keyOfBytes.toUpperCase(),
  keyOfBytes.replace('.mp4', '.svg'),
  keyOfBytes.replace('.mp4', ''),
  keyOfBytes.slice(1),
  '',
])('%j is no key and never reaches the disk', async (word) => {
  const { folder, file } = emptyPlace()
  writeFileSync(join(folder, '..', 'secret.mp4'), 'secret')
  const media = await openMediaFolder(folder)
  await media.put(file, 'mp4')
  expect(isMediaKey(word)).toBe(false)
  expect(() => mediaMimeType(word)).toThrow(TypeError)
  expect(await media.open(word)).toBeUndefined()
  expect(await media.size(word)).toBeUndefined()
  await media.delete(word)
  expect(readdirSync(folder)).toEqual([keyOfBytes])
  expect(existsSync(join(folder, '..', 'secret.mp4'))).toBe(true)
})

test('a copy that a crash left unfinished is removed at an opening an hour later', async () => {
  const { folder } = emptyPlace()
  mkdirSync(folder)
  writeFileSync(join(folder, 'b0ad2dc1.unfinished'), 'half')
  writeFileSync(join(folder, 'beef.unfinished'), 'another process is at it')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  utimesSync(join(folder, 'b0ad2dc1.unfinished'), twoHoursAgo, twoHoursAgo)
  writeFileSync(join(folder, 'somebody-elses.txt'), 'whole')
  await openMediaFolder(folder)
  expect(readdirSync(folder)).toEqual(['beef.unfinished', 'somebody-elses.txt'])
})

test('a file that is not there is refused, and nothing is left of it', async () => {
  const { folder } = emptyPlace()
  const media = await openMediaFolder(folder)
  expect(await media.put('/nowhere/film.mp4', 'mp4')).toEqual({ refused: 'not-readable' })
  expect(existsSync(folder)).toBe(false)
})

test('a place that is no folder stops the start with a sentence that names it', async () => {
  const { folder } = emptyPlace()
  writeFileSync(folder, '')
  const opened = openMediaFolder(folder)
  await expect(opened).rejects.toThrow(StartProblem)
  await expect(opened).rejects.toThrow(folder)
})

test.runIf(process.getuid?.() === 0)('a full disk is refused, and nothing is left of the file', async () => {
  const { folder, file } = emptyPlace()
  mountSmall(folder, 'size=64k')
  writeFileSync(file, Buffer.alloc(1024 * 1024, 1))
  const media = await openMediaFolder(folder)
  expect(await media.put(file, 'mp4')).toEqual({ refused: 'no-space' })
  expect(readdirSync(folder)).toEqual([])
})

test.runIf(process.getuid?.() === 0)('a read-only disk is refused', async () => {
  const { folder, file } = emptyPlace()
  mountSmall(folder, 'size=64k')
  execFileSync('mount', ['-o', 'remount,ro', folder])
  const media = await openMediaFolder(folder)
  expect(await media.put(file, 'mp4')).toEqual({ refused: 'not-writable' })
})

/** A folder for the store, not made yet, and a file to put into it. */
function emptyPlace(): { folder: string; file: string } {
  const place = mkdtempSync(join(tmpdir(), 'lectern-media-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const file = join(place, 'film.mp4')
  writeFileSync(file, bytes)
  return { folder: join(place, 'media'), file }
}

function mountSmall(folder: string, options: string): void {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
}

test('a media folder that it creates is not readable for other users of the machine', async () => {
  const place = mkdtempSync(join(tmpdir(), 'lectern-media-'))
  const film = join(place, 'film')
  writeFileSync(film, 'bytes')
  const media = await openMediaFolder(join(place, 'media'))
  await media.put(film, 'mp4')
  expect(statSync(join(place, 'media')).mode & 0o777).toBe(0o700)
  rmSync(place, { recursive: true })
})
