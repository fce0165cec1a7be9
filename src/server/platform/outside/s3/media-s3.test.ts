import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MediaAway, type MediaStore } from '#server/platform/outside/media-store.ts'
import { folderOfTests } from '#support/folders.ts'
import { type S3Server, startS3 } from '#support/s3-server.ts'
import { openMediaS3 } from './media-s3.ts'

const film = randomBytes(17 * 1024 * 1024)
const keyOf = (content: Buffer) => `${createHash('sha256').update(content).digest('hex')}.mp4`
const key = keyOf(film)

const place = folderOfTests()
let file: string
let small: string
let s3: S3Server
let media: MediaStore
beforeAll(async () => {
  file = join(place, 'film.mp4')
  writeFileSync(file, film)
  small = join(place, 'small.mp4')
  writeFileSync(small, 'small')
  s3 = await startS3()
  media = openMediaS3(s3.place, { localFolder: join(place, 'local') })
  await media.put(file, 'mp4')
})
afterEach(() => {
  s3.fault = undefined
})
afterAll(() => s3.stop())

type Fault = NonNullable<S3Server['fault']>
type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Answers requests of these methods in the place of the storage. */
const to =
  (methods: string, answer: Answer): Fault =>
  (request, response) => {
    if (!methods.split(' ').includes(request.method ?? '')) return false
    request.resume()
    answer(response, request)
    return true
  }
const status =
  (code: number, error = 'Fault') =>
  (response: ServerResponse) =>
    void response.writeHead(code).end(`<Error><Code>${error}</Code></Error>`)
/** An answer to the range that was asked, with this body and length. */
const ranged = (body: (length: number) => Buffer, more: Record<string, string> = {}) => {
  return (response: ServerResponse, request: IncomingMessage) => {
    const [, first = 0, last = 0] = (/bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).map(Number)
    const head = { 'content-range': `bytes ${first}-${last}/${film.length}`, ...more }
    response.writeHead(206, head).end(body(last - first + 1))
  }
}

const silence: Fault = to('GET', () => undefined)

test.each<[string, Fault]>([
  ['has a fault', to('GET HEAD', status(500))],
  ['wants fewer requests', to('GET', status(503, 'SlowDown'))],
  ['refuses the key', to('GET', status(403, 'AccessDenied'))],
  ['does not answer', silence],
  ['breaks the connection off', to('GET', (response) => response.destroy())],
  [
    'sends half',
    to('GET', (response) => {
      response.writeHead(206, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    }),
  ],
  [
    'sends too little',
    to(
      'GET',
      ranged((length) => Buffer.alloc(length - 1)),
    ),
  ],
  [
    'sends too much',
    to(
      'GET',
      ranged((length) => Buffer.alloc(length + 1)),
    ),
  ],
  ['sends another range', to('GET', ranged(Buffer.alloc, { 'content-range': 'bytes 1-4/5' }))],
  ['sends the whole', to('GET', (response) => void response.writeHead(200).end(film))],
  ['sends it elsewhere', to('GET', (response) => void response.writeHead(307, { location: '/' }).end())],
])('no byte is read from a storage that %s, and the next answer counts again', async (_, fault) => {
  s3.fault = fault
  // a busy machine answers late, but not never
  const impatient = { localFolder: join(place, 'local'), withinMs: 500 }
  const asked = fault === silence ? openMediaS3(s3.place, impatient) : media
  const opened = await asked.open(key).catch(() => undefined)
  const read = () => opened?.read(Buffer.alloc(100), 100, 0) ?? asked.size(key)
  await expect(read()).rejects.toThrow(MediaAway)
  expect(asked.isAway?.()).toBe(true)
  s3.fault = undefined
  expect(await asked.size(key)).toBe(film.length)
  expect(asked.isAway?.()).toBe(false)
})

/** Sends so many pieces of 100 bytes of the range that was asked, each so many milliseconds after the one before. */
const trickling = (pieces: number, everyMs: number) =>
  to('GET', async (response, { headers }) => {
    const [, first = 0, last = 0] = (/bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []).map(Number)
    const content = film.subarray(first, last + 1)
    await wait(everyMs)
    response.writeHead(206, {
      'content-range': `bytes ${first}-${last}/${film.length}`,
      'content-length': content.length,
    })
    for (let piece = 0; piece < pieces; piece += 1) {
      await wait(everyMs)
      response.write(content.subarray(piece * 100, (piece + 1) * 100))
    }
  })

test('a storage that is slow is waited for as long as bytes come, and given up when they stop', async () => {
  const patient = openMediaS3(s3.place, { localFolder: join(place, 'local'), withinMs: 1_000 })
  const opened = await patient.open(key)
  const buffer = Buffer.alloc(1_000)
  s3.fault = trickling(10, 150)
  const began = performance.now()
  expect(await opened?.read(buffer, buffer.length, 500)).toBe(buffer.length)
  expect(performance.now() - began).toBeGreaterThan(1_000)
  expect(buffer.equals(film.subarray(500, 1_500))).toBe(true)
  expect(patient.isAway?.()).toBe(false)
  s3.fault = trickling(5, 10)
  await expect(opened?.read(buffer, buffer.length, 500)).rejects.toThrow('sent nothing for too long')
  expect(patient.isAway?.()).toBe(true)
})

test('a storage that is down is named without its key, and one that fails once is asked again', async () => {
  await s3.close()
  const down = expect(media.size(key)).rejects
  await down.toThrow(`The media storage ${s3.place.endpoint}/films does not answer: connect ECONNREFUSED`)
  await s3.open()
  let fails = 1
  s3.fault = (request, response) => fails-- > 0 && to('HEAD', status(503))(request, response)
  expect(await media.size(key)).toBe(film.length)
})

const uploadsOf = (method: string) =>
  new Set(
    s3.asked.flatMap((asked) => (asked.startsWith(method) ? (/uploadId=(\w+)/.exec(asked)?.[1] ?? []) : [])),
  )

test.each<[string, Fault, object | string]>([
  ['is full', to('PUT', status(507, 'XMinioStorageFull')), { refused: 'no-space' }],
  ['has a quota', to('PUT', status(403, 'QuotaExceeded')), { refused: 'no-space' }],
  ['refuses to write', to('PUT POST', status(403, 'AccessDenied')), { refused: 'not-writable' }],
  ['has no such bucket', to('PUT POST', status(404, 'NoSuchBucket')), { refused: 'not-writable' }],
  ['fails', to('PUT', status(500)), 'replies 500 Fault'],
  [
    'fails at the second part',
    (request, response) =>
      (request.url?.includes('partNumber=2') ?? false) && to('PUT', status(507))(request, response),
    { refused: 'no-space' },
  ],
  [
    'cannot put the parts together',
    (request, response) =>
      (request.url?.includes('?uploadId') ?? false) &&
      to('POST', status(200, 'InternalError'))(request, response),
    'replies 200 InternalError',
  ],
])('nothing half is left by a storage that %s', async (_, fault, outcome) => {
  const before = await media.keys()
  s3.asked.length = 0
  for (const content of [randomBytes(17 * 1024 * 1024), randomBytes(10)]) {
    writeFileSync(file, content)
    s3.fault = fault
    const stored = await media.put(file, 'mp4').catch((error: Error) => error)
    s3.fault = undefined
    if ('key' in stored) expect(content.length).toBe(10)
    else if (typeof outcome === 'string')
      expect(stored).toMatchObject({ message: expect.stringContaining(outcome) })
    else expect(stored).toEqual(outcome)
    if ('key' in stored) await media.delete(keyOf(content))
  }
  expect(await media.keys()).toEqual(before)
  // the storage of the tests does not know how to, but it is asked to
  expect(uploadsOf('DELETE')).toEqual(uploadsOf('PUT'))
})

test('a file that changes while it is stored is refused', async () => {
  const before = await media.keys()
  for (const bytes of [10, 17 * 1024 * 1024]) {
    writeFileSync(file, randomBytes(bytes))
    const changed = randomBytes(bytes)
    const report = () => writeFileSync(file, changed)
    expect(await media.put(file, 'mp4', report)).toEqual({ refused: 'not-readable' })
  }
  expect(await media.keys()).toEqual(before)
})

test('a wrong secret stores and reads nothing', async () => {
  const other = openMediaS3({ ...s3.place, secretAccessKey: 'wrong' }, { localFolder: place })
  await expect(other.open(key)).rejects.toThrow('replies 403')
  await expect(other.keys()).rejects.toThrow('SignatureDoesNotMatch')
})

test('no copy is left of bytes that are not those of the key', async () => {
  s3.fault = to('GET', ranged(Buffer.alloc))
  const copy = join(place, 'copy.mp4')
  await expect(media.copy(key, copy)).rejects.toThrow('holds other bytes')
  await expect(media.openLocal(key)).rejects.toThrow(MediaAway)
  expect(readdirSync(place).toSorted()).toEqual(['film.mp4', 'local', 'small.mp4'])
  expect(readdirSync(join(place, 'local'))).toEqual([])
})

test('keys are read page by page, and pages that never end are a fault', async () => {
  const named = (digit: string) => `${digit.repeat(64)}.mp4`
  const page = (keys: string, more: string) =>
    `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${keys}<NextContinuationToken>${more}</NextContinuationToken></ListBucketResult>`
  const contents = (name: string) => `<Contents><Key>site/${name}</Key><Size>7</Size></Contents>`
  s3.fault = to('GET', (response, { url }) => {
    const isSecond = url?.includes(`continuation-token=${encodeURIComponent('a&b/c=')}`)
    response.end(
      isSecond
        ? page(contents(named('2')), '')
        : page(contents(named('1')) + contents('somebody-elses.txt'), 'a&amp;b/c='),
    )
  })
  expect(await media.sizes()).toEqual(
    new Map([
      [named('1'), 7],
      [named('2'), 7],
    ]),
  )
  s3.fault = to('GET', (response) => void response.end(page(contents(named('1')), 'again')))
  await expect(media.keys()).rejects.toThrow(MediaAway)
})
