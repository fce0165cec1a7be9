import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { mediaPlaceToMoveTo, moveMediaAway } from '#server/front/command-line/run-move.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import { systemRandom } from '#server/platform/runtime/random.ts'
import { rounds } from '#support/rounds.ts'
import { type S3Server, startS3 } from '#support/s3-server.ts'
import type { MediaPlace } from './move-media.ts'

const contents = Array.from({ length: 40 }, (_, index) => `media of number ${index}`)
const keyOf = (content: string) => `${createHash('sha256').update(content).digest('hex')}.mp4`
const keys = contents.map(keyOf).toSorted()

let s3: S3Server
let dataDir: string
let folder: MediaPlace
let bucket: MediaPlace
beforeAll(async () => {
  s3 = await startS3()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lectern-move-'))
  const mediaFolder = join(dataDir, 'media')
  folder = { s3: undefined, mediaFolder }
  // a place of its own for each test
  bucket = { s3: { ...s3.place, prefix: `${dataDir.slice(-6)}/` }, mediaFolder: join(dataDir, 'local') }
  mkdirSync(mediaFolder)
  for (const content of contents) writeFileSync(join(mediaFolder, keyOf(content)), content)
  onTestFinished(() => {
    s3.fault = undefined
    rmSync(dataDir, { recursive: true, force: true })
  })
})
afterAll(() => s3.stop())

async function move(from: MediaPlace, moveMediaTo: Parameters<typeof moveMediaAway>[0]['moveMediaTo']) {
  const errors = new PassThrough()
  const config = { ...from, dataDir, databaseUrl: undefined }
  const tool = {
    config,
    moveMediaTo,
    workingFolder: dataDir,
    migrationsDir: '',
    random: systemRandom,
    errors,
  }
  s3.asked.length = 0
  const said = await moveMediaAway(tool).catch((error: Error) => ({ complaint: error.message }))
  const answer = 'answer' in said ? said.answer : said.complaint
  return { answer, progress: String(errors.read() ?? '') }
}

const uploads = () => s3.asked.filter((asked) => asked.startsWith('PUT')).length
const keysIn = async (place: MediaPlace) => [...(await (await openMedia(place)).keys())].toSorted()

test('all media go to S3 and back to a folder, each equal, and the former place stays', async () => {
  const { answer, progress } = await move(folder, bucket)
  expect(answer).toContain('40 files, 1 MB')
  expect(answer).toContain(`Copied now: 40. The former place is left as it was.`)
  expect(answer).toContain(`MEDIA_URL=s3://films/${dataDir.slice(-6)},`)
  expect(progress).toBe('Media 1/1 kB\n')
  expect(await keysIn(bucket)).toEqual(keys)
  expect(readdirSync(folder.mediaFolder).toSorted()).toEqual(keys)

  const back = { s3: undefined, mediaFolder: join(dataDir, 'back') }
  expect((await move(bucket, back)).answer).toContain('Copied now: 40')
  expect(readdirSync(back.mediaFolder).toSorted()).toEqual(keys)
  for (const content of contents)
    expect(readFileSync(join(back.mediaFolder, keyOf(content)), 'utf8')).toBe(content)
  expect(await keysIn(bucket)).toEqual(keys)
})

test('a move that breaks off goes on where it was, and takes what came meanwhile', async () => {
  let left = 10
  s3.fault = ({ method }, response) => {
    if (method !== 'PUT' || left-- > 0) return false
    response.writeHead(507).end()
    return true
  }
  expect((await move(folder, bucket)).answer).toContain('no space left')
  expect(await keysIn(bucket)).toHaveLength(10)
  s3.fault = undefined
  writeFileSync(join(folder.mediaFolder, keyOf('new')), 'new')
  expect((await move(folder, bucket)).answer).toContain('41 files, 1 MB')
  expect(uploads()).toBe(31)
  expect((await move(folder, bucket)).answer).toContain('Copied now: 0')
  // neither stored nor read again
  expect(s3.asked.filter((asked) => asked.includes('.mp4'))).toEqual([])
})

test('bytes that are there already are verified, and replaced if they are others', async () => {
  const [first = '', second = ''] = contents
  const there = { s3: undefined, mediaFolder: join(dataDir, 'there') }
  mkdirSync(there.mediaFolder)
  writeFileSync(join(there.mediaFolder, keyOf(first)), first)
  writeFileSync(join(there.mediaFolder, keyOf(second)), second.toUpperCase())
  expect((await move(folder, there)).answer).toContain('Copied now: 39')
  expect(readFileSync(join(there.mediaFolder, keyOf(second)), 'utf8')).toBe(second)
})

test('what is damaged in the former place is named and left out, in a folder and in S3', async () => {
  const damaged = keyOf(contents[0] ?? '')
  await move(folder, bucket)
  writeFileSync(join(folder.mediaFolder, damaged), 'other bytes')
  const others = keys.filter((key) => key !== damaged)
  const fromFolder = { s3: undefined, mediaFolder: join(dataDir, 'from-folder') }
  expect((await move(folder, fromFolder)).answer).toMatch(`left out: ${damaged}.`)
  expect(readdirSync(fromFolder.mediaFolder).toSorted()).toEqual(others)

  s3.fault = ({ method, url, headers }, response) => {
    if (method !== 'GET' || !url?.includes(damaged)) return false
    const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    const length = Number(last) - Number(first) + 1
    response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${length}` }).end('x'.repeat(length))
    return true
  }
  const fromBucket = { s3: undefined, mediaFolder: join(dataDir, 'from-bucket') }
  expect((await move(bucket, fromBucket)).answer).toMatch(`left out: ${damaged}.`)
  expect(readdirSync(fromBucket.mediaFolder).toSorted()).toEqual(others)
})

test('a storage that alters bytes, is away or refuses them ends the move with a sentence', async () => {
  const fault = (sentence: string) => expect.stringContaining(sentence)
  await s3.close()
  expect((await move(folder, bucket)).answer).toEqual(fault('does not answer'))
  await s3.open()
  s3.fault = ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(403).end())
  expect((await move(folder, bucket)).answer).toEqual(fault('cannot be written to'))
  s3.fault = ({ method, headers }, response) => {
    const [, first = '', last = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    if (method !== 'GET' || last === '') return false
    const length = Number(last) + 1
    response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${length}` }).end('x'.repeat(length))
    return true
  }
  expect((await move(folder, bucket)).answer).toEqual(fault('was read back with other bytes'))
})

/** What goes wrong in the midst of a move, once it has stored some files; what it then says. */
const faults: Record<string, readonly [fault: NonNullable<S3Server['fault']>, sentence: string]> = {
  'it is down': [(_, response) => Boolean(response.destroy()), 'does not answer'],
  'it is so slow that nobody waits for it': [() => true, 'does not answer'],
  'it has no room': [
    ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(507).end()),
    'no space left',
  ],
  'it fails': [(_, response) => Boolean(response.writeHead(500).end('<html>')), 'replies 500'],
  'it says that it has stored what it has not': [
    ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(200).end()),
    'in another length',
  ],
  'it replies with other bytes': [
    ({ method }, response) => method === 'GET' && Boolean(response.writeHead(200).end('<html>')),
    'replies 200',
  ],
  'it cuts replies off': [
    ({ method }, response) => {
      if (method !== 'GET') return false
      response.writeHead(206, { 'content-length': '30' }).write('media', () => response.destroy())
      return true
    },
    'does not answer',
  ],
}

test(`${rounds.movedMedia} media go to S3 through each of its faults, and none is half there`, async () => {
  for (let number = 0; number < rounds.movedMedia; number += 1) {
    const content = `moved ${number} ${'.'.repeat(number % 1000)}`
    writeFileSync(join(folder.mediaFolder, keyOf(content)), content)
  }
  const all = readdirSync(folder.mediaFolder).toSorted()
  const whole = new Set<string>()
  const names = Object.keys(faults)
  for (const [place, [name, [fault, sentence]]] of Object.entries(faults).entries()) {
    const wanted = Math.ceil((all.length * (place + 1)) / (names.length + 1))
    let left = wanted - whole.size
    s3.fault = (request, response) => {
      if (left > 0) {
        if (request.method === 'PUT') left -= 1
        return false
      }
      return fault(request, response)
    }
    expect([name, (await move(folder, bucket)).answer]).toEqual([name, expect.stringContaining(sentence)])
    s3.fault = undefined
    await expectWhole(whole)
    expect(whole.size).toBeGreaterThanOrEqual(wanted)
  }
  expect((await move(folder, bucket)).answer).toContain(`${all.length} files`)
  await expectWhole(whole)
  expect([...whole].toSorted()).toEqual(all)
}, 1_800_000)

/** Reads the bucket's media that are not in `seen` yet, each of which has to be what its key names. */
async function expectWhole(seen: Set<string>): Promise<void> {
  const media = await openMedia(bucket)
  for (const key of await media.keys()) {
    if (seen.has(key)) continue
    const bytes = await (await media.open(key))?.bytes()
    expect([key, bytes && createHash('sha256').update(bytes).digest('hex')]).toEqual([key, key.split('.')[0]])
    seen.add(key)
  }
}

test('MOVE_MEDIA_TO is a folder, or a bucket with the settings of S3', async () => {
  expect(mediaPlaceToMoveTo({ MOVE_MEDIA_TO: ' ' }, dataDir)).toBeUndefined()
  expect(mediaPlaceToMoveTo({ MOVE_MEDIA_TO: 'other' }, dataDir)).toMatchObject({
    s3: undefined,
    mediaFolder: join(dataDir, 'other'),
  })
  const { MEDIA_URL: MOVE_MEDIA_TO, ...settings } = s3.settings
  expect(mediaPlaceToMoveTo({ ...settings, MOVE_MEDIA_TO }, dataDir)).toMatchObject({ s3: s3.place })
  expect((await move(folder, undefined)).answer).toContain('MOVE_MEDIA_TO is missing')
  expect((await move(folder, folder)).answer).toContain('where the media are already')
  const wrong = mediaPlaceToMoveTo({ MOVE_MEDIA_TO }, dataDir)
  expect((await move(folder, wrong)).answer).toContain(
    'S3_ENDPOINT is missing. MOVE_MEDIA_TO=s3://… needs it.',
  )
  expect(existsSync(join(dataDir, 'other'))).toBe(false)
})
