import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readRevision } from '#server/library/catalogue/library.store.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { drawing, type FakeFfmpeg, fakeFfmpeg, ffmpegAt, testWithFfmpeg } from '#support/fake-ffmpeg.ts'
import { withdrawVideo } from '#support/stored/library.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { type TestApp, testApp } from '#support/test-app.ts'
import { makeStoryboards } from './make-storyboards.ts'

const site = testApp()
beforeEach(() => emptyTables(site.db, 'storyboard'))

const { 'react/category.md': category, 'react/jsx/video.md': text } = goodCatalogue

/** Imports a library with one free film of four seconds, unique to this test; with a storyboard if `own`. */
async function importFilm({ own = false } = {}) {
  const contents = {
    'react/category.md': category,
    'react/jsx/video.md': text,
    'react/jsx/film.mp4': Buffer.concat([fixture('film.mp4'), padding()]),
  }
  const sheet = await sharp({ create: { width: 160, height: 90, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  const board = {
    'react/jsx/storyboard.vtt': 'WEBVTT\n\n00:00.000 --> 00:04.000\nstoryboard.webp#xywh=0,0,160,90\n',
    'react/jsx/storyboard.webp': sheet,
  }
  const folder = catalogueFolder({ ...contents, ...(own && board) })
  expect(await importCatalogue(site.services, folder)).toMatchObject({ kind: 'imported', videos: 1 })
  await site.services.library.refresh()
}

/** Bytes that say nothing, other ones each time. */
function padding(): Buffer {
  const box = Buffer.concat([Buffer.alloc(8), randomBytes(16)])
  box.writeUInt32BE(box.length, 0)
  box.write('free', 4)
  return box
}

/** Runs the step with this program; answers its outcome and the storyboard that viewers get then. */
async function run(program: string | undefined, more: Partial<TestApp['services']> = {}) {
  const { services } = site
  const config = { ...services.config, ffmpeg: program === undefined ? undefined : ffmpegAt(program) }
  const outcome = await makeStoryboards({ ...services, ...more, config })
  await services.library.refresh()
  const client = site.client()
  const { body } = await client.call(calls.video, { params: { id: 'jsx' } })
  expect(calls.video.replies[200].safeParse(body).error).toBeUndefined()
  return { outcome, storyboard: body.storyboard, client }
}

const bytes = 192 * 108 * 3
const draws = () => fakeFfmpeg(`echo run >>$0.runs; ${drawing(bytes)}`)
const runsOf = (fake: FakeFfmpeg) => fake.left('runs')?.split('\n').filter(Boolean).length ?? 0

test('a film that comes without a storyboard gets one: a picture for two seconds', async () => {
  await importFilm()
  const fake = draws()
  const { outcome, storyboard, client } = await run(fake.path)
  expect(outcome).toBe('done')
  expect(storyboard).toEqual({
    url: expect.stringMatching(/^\/media\/[\w-]{43}\/storyboard\.webp$/),
    width: 192,
    height: 108,
    columns: 2,
    count: 2,
    everySeconds: 2,
  })
  expect(runsOf(fake)).toBe(2)
  const reply = await client.fetch('GET', storyboard?.url ?? '')
  const { format, width, height } = await sharp(reply.raw.rawPayload).metadata()
  expect([format, width, height]).toEqual(['webp', 384, 108])
})

testWithFfmpeg('ffmpeg makes it of the film', async () => {
  await importFilm()
  const { outcome, storyboard, client } = await run('ffmpeg')
  expect(outcome).toBe('done')
  const { raw } = await client.fetch('GET', storyboard?.url ?? '')
  const [first, second] = await Promise.all(
    [0, 192].map((left) =>
      sharp(raw.rawPayload).extract({ left, top: 0, width: 192, height: 108 }).raw().toBuffer(),
    ),
  )
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false)
})

test('it is made once; a film that takes the place of another gets its own', async () => {
  await importFilm()
  const { storyboard: first } = await run(draws().path)
  const revision = await readRevision(site.db)
  const again = draws()
  expect((await run(again.path)).storyboard).toBeDefined()
  expect([runsOf(again), await readRevision(site.db)]).toEqual([0, revision])

  await importFilm()
  const other = draws()
  expect((await run(undefined)).storyboard).toBeUndefined()
  const { storyboard } = await run(other.path)
  expect([first, storyboard]).not.toContain(undefined)
  expect(runsOf(other)).toBe(2)
})

test('a film with a storyboard in its folder keeps that one', async () => {
  await importFilm({ own: true })
  const fake = draws()
  const { storyboard } = await run(fake.path)
  expect(storyboard).toMatchObject({ width: 160, count: 1, everySeconds: 4 })
  expect(runsOf(fake)).toBe(0)
})

test('where the pictures end before the film, the last one stays', async () => {
  await importFilm()
  const fake = fakeFfmpeg(`echo run >>$0.runs; [ $(wc -l <$0.runs) -gt 1 ] || ${drawing(bytes)}`)
  expect((await run(fake.path)).storyboard).toMatchObject({ count: 2 })
})

test('a missing ffmpeg is reported once, without storyboards and without failures', async () => {
  await importFilm()
  const info = vi.spyOn(site.services.log, 'info')
  for (let time = 0; time < 2; time += 1)
    expect(await run('/nowhere/ffmpeg')).toMatchObject({ outcome: 'done', storyboard: undefined })
  const said = info.mock.calls.filter(([, sentence]) =>
    String(sentence).startsWith('ffmpeg cannot be started'),
  )
  expect(said).toHaveLength(1)
  // it may be installed later
  expect((await run(draws().path)).storyboard).toBeDefined()
})

test.each([
  ['cannot be read', 'echo run >>$0.runs; echo "moov atom not found" >&2; exit 1'],
  ['has no picture', 'echo run >>$0.runs'],
])('a film that %s is named once, has no storyboard, and is not tried again', async (_, script) => {
  await importFilm()
  const warn = vi.spyOn(site.services.log, 'warn')
  const fake = fakeFfmpeg(script)
  for (let time = 0; time < 2; time += 1)
    expect(await run(fake.path)).toMatchObject({ outcome: 'done', storyboard: undefined })
  expect(runsOf(fake)).toBe(1)
  expect(warn.mock.calls.map(([, sentence]) => sentence)).toEqual([
    'no storyboard can be made of a film; it has none',
  ])
})

test('a site that stops ends ffmpeg, and leaves the film to its next start', async () => {
  await importFilm()
  const stopping = new AbortController()
  const fake = fakeFfmpeg('echo $$ >$0.pid; exec sleep 600')
  const running = run(fake.path, { stopping: stopping.signal })
  await expect.poll(() => fake.left('pid') ?? '', { timeout: 30_000 }).toMatch(/^\d+\n$/)
  stopping.abort()
  expect(await running).toMatchObject({ outcome: 'held-back', storyboard: undefined })
  const pid = Number(fake.left('pid'))
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  expect((await run(draws().path)).storyboard).toBeDefined()
})

test('without room for it, the film is tried again', async () => {
  await importFilm()
  const media = { ...site.services.media, put: async () => ({ refused: 'no-space' as const }) }
  expect(await run(draws().path, { media })).toMatchObject({ outcome: 'failed', storyboard: undefined })
  expect(await run(draws().path)).toMatchObject({ outcome: 'done', storyboard: { count: 2 } })
})

test('a withdrawn film gets none, and one that comes back has the one that it had', async () => {
  await importFilm()
  const fake = draws()
  const { services } = site
  await withdrawVideo(site.db, 'jsx', new Date(0))
  await makeStoryboards({ ...services, config: { ...services.config, ffmpeg: ffmpegAt(fake.path) } })
  expect(runsOf(fake)).toBe(0)
  await withdrawVideo(site.db, 'jsx', null)
  expect((await run(fake.path)).storyboard).toBeDefined()
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
