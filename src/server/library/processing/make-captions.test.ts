import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { keepMedia } from '#server/library/unused-media/keep-media.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { wholeFile } from '#server/platform/outside/media-store.ts'
import { fixture } from '#support/catalogue-folder.ts'
import { describeWithFfmpeg, endlessFfmpeg, ffmpegAt } from '#support/fake-ffmpeg.ts'
import { inLongForm } from '#support/rounds.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { testApp } from '#support/test-app.ts'
import { startTranscriber, type TranscriberAnswer, verboseAnswer } from '#support/transcriber-server.ts'
import { cancelJob, readCaptionsJobs, renewJob } from './film-job.store.ts'
import { makeCaptions } from './make-captions.ts'
import type { ProcessingServices } from './processing.ts'
import { startCaptions } from './processing.ts'
import { repeatCaptions } from './processing-upkeep.ts'

const userId = '0a000000-0000-4000-8000-000000000002'
const site = testApp()
let filmKey: string

beforeAll(async () => {
  await storeCategory(site.db, 'all')
  filmKey = await stored(fixture('film.mp4'))
})
beforeEach(async () => {
  await emptyTables(site.db, 'film_job', 'library_version', 'video')
  await storeVideo(site.db, 'jsx', { film_key: filmKey, duration_seconds: 4, category_id: 'all' })
})

/** Puts a film into the media store. */
async function stored(bytes: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-captions-'))
  try {
    writeFileSync(join(folder, 'film.mp4'), bytes)
    const kept = await keepMedia(site.services, join(folder, 'film.mp4'), 'mp4')
    if ('refused' in kept) throw new Error(kept.refused)
    return kept.key
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function newJob(srclang = 'en'): Promise<string> {
  await inTransaction(site.db, (trx) =>
    startCaptions(trx, site.services, { videoId: 'jsx', srclang, userId }),
  )
  const job = (await readCaptionsJobs(site.db, 'jsx')).find((one) => one.srclang === srclang)
  if (!job) throw new Error('it was not stored')
  return job.id
}

function run(id: string, url: string | undefined, change: Partial<ProcessingServices['config']> = {}) {
  const { services } = site
  const transcriber = url === undefined ? undefined : { url, model: 'small', key: undefined }
  const config = { ...services.config, ffmpeg: ffmpegAt('ffmpeg'), transcriber, ...change }
  return makeCaptions({ ...services, config }, id)
}

const job = async () => (await readCaptionsJobs(site.db, 'jsx'))[0]
const video = () => site.db.selectFrom('video').selectAll().where('id', '=', 'jsx').executeTakeFirstOrThrow()
const setTracks = (...tracks: readonly object[]) =>
  site.db
    .updateTable('video')
    .set({ tracks: JSON.stringify(tracks) })
    .execute()
const track = (srclang: string, machine?: true) => ({
  kind: 'captions',
  key: 'none',
  srclang,
  label: srclang,
  machine,
})
async function captions(key = ''): Promise<string> {
  const file = await site.services.media.open(key)
  return file ? (await wholeFile(file)).toString() : ''
}
const answering = (answer: TranscriberAnswer) => startTranscriber(() => answer)

describeWithFfmpeg('captions by machine', () => {
  test('are written into the library under its next version, with the mark of a machine', async () => {
    await setTracks(track('de'), track('en', true))
    const server = await answering(verboseAnswer)
    await run(await newJob(), server.url)
    expect(await job()).toMatchObject({ state: 'done', percent: 100, refusal: null })
    const { tracks, version, changed_by, editor_id } = await video()
    expect([version, changed_by, editor_id]).toEqual([2, 'desk', userId])
    expect(tracks).toMatchObject([
      { srclang: 'de', key: 'none' },
      { srclang: 'en', label: 'English', machine: true },
    ])
    expect(await captions(tracks[1]?.key)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.860\nTwo counters.\n\n00:00:01.860 --> 00:00:03.400\nBoth count.\n',
    )
    expect(
      server.asked.map(({ language, model, seconds }) => [language, model, Math.round(seconds)]),
    ).toEqual([['en', 'small', 4]])
    expect(await allRows(site.db, 'library_version')).toMatchObject([{ id: 'jsx', version: 1 }])
    // it has ended: nothing is done twice
    await run((await job())?.id ?? '', server.url)
    expect(server.asked).toHaveLength(1)
  })

  const inVain: [string, TranscriberAnswer][] = [
    ['transcriber-denied', { status: 401, body: '{}' }],
    ['no-speech', { body: '{"segments":[{"start":0,"end":3,"text":"Thank you. Thank you. Thank you."}]}' }],
    ['transcriber-unknown', { status: 404, body: '{}' }],
    ['transcriber-wrong', { body: '<!doctype html><title>Log in</title>' }],
  ]
  test.each(inLongForm ? inVain : inVain.slice(0, 2))(
    'are refused at once, %s, where another try would be in vain',
    async (refusal, answer) => {
      await run(await newJob(), (await answering(answer)).url)
      expect(await job()).toMatchObject({ state: 'refused', refusal, next_try_at: null })
      expect((await video()).version).toBe(1)
    },
  )

  test('are not written over those that a person made meanwhile', async () => {
    const server = await startTranscriber(async () => {
      await setTracks(track('en'))
      return verboseAnswer
    })
    await run(await newJob(), server.url)
    expect(await job()).toMatchObject({ state: 'refused', refusal: 'captions-there' })
    expect((await video()).tracks).toMatchObject([{ key: 'none' }])
  })

  test('are not given to another film than they were made of', async () => {
    const server = await startTranscriber(async () => {
      await site.db.updateTable('video').set({ film_key: 'another' }).execute()
      return verboseAnswer
    })
    await run(await newJob(), server.url)
    expect(await job()).toMatchObject({ state: 'refused', refusal: 'film-replaced' })
    expect((await video()).tracks).toEqual([])
  })

  test('are not written once their job is cancelled', async () => {
    const id = await newJob()
    const server = await startTranscriber(async () => {
      await inTransaction(site.db, (trx) => cancelJob(trx, id, site.clock.real()))
      return verboseAnswer
    })
    await run(id, server.url)
    expect(await job()).toMatchObject({ state: 'cancelled' })
    expect((await video()).tracks).toEqual([])
  })

  test('of a film without sound are refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-mute-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'mute.mp4')
    spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=s=32x32:r=1:d=2', path])
    const mute = await stored(readFileSync(path))
    await site.db.updateTable('video').set({ film_key: mute }).execute()
    await run(await newJob(), (await answering(verboseAnswer)).url)
    expect(await job()).toMatchObject({ state: 'refused', refusal: 'no-sound' })
  })
})

if (inLongForm)
  describeWithFfmpeg('captions by machine that take long', () => {
    test('of a long film are made of pieces that are cut where it is quiet', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lectern-long-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const sound = "sine=d=320:r=16000,volume=0:enable='between(t,250,251)'"
      const inputs = ['-f', 'lavfi', '-i', 'color=s=32x32:r=1:d=320', '-f', 'lavfi', '-i', sound]
      const made = spawnSync('ffmpeg', [
        '-v',
        'error',
        ...inputs,
        '-c:a',
        'pcm_s16le',
        join(folder, 'long.mkv'),
      ])
      expect(String(made.stderr)).toBe('')
      const long = await stored(readFileSync(join(folder, 'long.mkv')))
      await site.db.updateTable('video').set({ film_key: long, duration_seconds: 320 }).execute()
      const segment = (start: number, end: number, text: string) => ({ start, end, text })
      const server = await startTranscriber(({ seconds }) => ({
        body: JSON.stringify({
          segments: [
            segment(1, 2, `Of ${Math.round(seconds)} seconds.`),
            segment(300, 310, 'Thanks for watching!'),
          ],
        }),
      }))
      await run(await newJob(), server.url)
      expect(await job()).toMatchObject({ state: 'done' })
      expect(server.asked).toHaveLength(2)
      const first = server.asked[0]?.seconds ?? 0
      expect(first).toBeGreaterThan(250)
      expect(first).toBeLessThan(251)
      const [begin, second] = (await captions((await video()).tracks[0]?.key)).split('\n\n').slice(1)
      expect(begin).toMatch(/^00:00:01\.000 --> 00:00:02\.000\nOf 25\d seconds\.$/)
      expect(second).toMatch(/^00:04:1[12]\.\d+ --> 00:04:1[23]\.\d+\nOf \d+ seconds\.\n$/)
    })

    test('survive an hour in which the server is down, with growing pauses', async () => {
      const server = await startTranscriber(() => (isUp ? verboseAnswer : { ...verboseAnswer, cut: true }))
      let isUp = false
      const id = await newJob()
      await run(id, server.url)
      const pauses: number[] = []
      for (let next = (await job())?.next_try_at; next; next = (await job())?.next_try_at) {
        pauses.push((next.getTime() - site.clock.real().getTime()) / 60_000)
        site.clock.advanceReal({ minutes: (pauses.at(-1) ?? 0) - 1 })
        await repeatCaptions(site.services)
        expect((await job())?.next_try_at).toEqual(next)
        site.clock.advanceReal({ minutes: 1 })
        await repeatCaptions(site.services)
        expect((await job())?.next_try_at).toBeNull()
        isUp = pauses.reduce((sum, minutes) => sum + minutes) >= 60
        await run(id, server.url)
      }
      expect(pauses).toEqual([1, 4, 15, 40])
      expect(await job()).toMatchObject({ state: 'done', refusal: null })
    })

    test('are given up after two hours, and can be asked for again', async () => {
      const id = await newJob()
      await run(id, 'http://127.0.0.1:1')
      let minutes = 0
      while ((await job())?.next_try_at) {
        site.clock.advanceReal({ minutes: 1 })
        minutes += 1
        await repeatCaptions(site.services)
        if (!(await job())?.next_try_at) await run(id, 'http://127.0.0.1:1')
      }
      expect(minutes).toBe(120)
      expect(await job()).toMatchObject({ state: 'refused', refusal: 'transcriber-silent' })
      expect(await inTransaction(site.db, (trx) => renewJob(trx, id))).toBe(true)
      await run(id, (await answering(verboseAnswer)).url)
      expect(await job()).toMatchObject({ state: 'done' })
    })
  })

test.each([
  ['no-transcriber', undefined, {}],
  ['no-ffmpeg', 'http://127.0.0.1:1', { ffmpeg: undefined }],
  ['no-ffmpeg', 'http://127.0.0.1:1', { ffmpeg: ffmpegAt('/nowhere/ffmpeg') }],
] as const)('captions are refused, %s, where the site cannot make them', async (refusal, url, config) => {
  await run(await newJob(), url, config)
  expect(await job()).toMatchObject({ state: 'refused', refusal })
})

test('captions of a film that has gone missing are refused', async () => {
  await site.db.updateTable('video').set({ film_key: 'gone' }).execute()
  await run(await newJob(), 'http://127.0.0.1:1')
  expect(await job()).toMatchObject({ state: 'refused', refusal: 'no-film' })
})

test('a site that stops leaves its captions to the next process', async () => {
  const fake = endlessFfmpeg()
  const stopping = new AbortController()
  const { services } = site
  const transcriber = { url: 'http://127.0.0.1:1', model: '', key: undefined }
  const config = { ...services.config, ffmpeg: ffmpegAt(fake.path), transcriber }
  const running = makeCaptions({ ...services, config, stopping: stopping.signal }, await newJob())
  await expect.poll(fake.pid, { timeout: 60_000 }).toBeDefined()
  stopping.abort()
  await expect(running).rejects.toThrow()
  expect(await job()).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(readdirSync(join(services.config.mediaFolder, 'processing'))).toEqual([])
})
