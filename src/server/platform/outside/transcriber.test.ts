import { expect, test } from 'vitest'
import { soundRate } from '#domain/films/quiet-cut.ts'
import {
  startTranscriber,
  type TranscriberAnswer,
  unknownFormat,
  verboseAnswer,
  vttAnswer,
} from '#support/transcriber-server.ts'
import { createTranscriber } from './transcriber.ts'

const twoSeconds = new Int16Array(2 * soundRate)
const settings = { model: 'whisper-small', key: 'secret-of-the-server' }
const heard = [
  { startSeconds: 0, endSeconds: 1.86, text: 'Two counters.' },
  { startSeconds: 1.86, endSeconds: 3.4, text: 'Both count.' },
]

function transcribe(url: string, timeoutMs?: number, signal = new AbortController().signal) {
  return createTranscriber({ url, ...settings }, timeoutMs).transcribe(twoSeconds, 'de-AT', signal)
}

test.each(['', '/v1'])(
  'sound is sent as WAV with model, language and key (address ending with "%s")',
  async (end) => {
    const server = await startTranscriber(() => verboseAnswer)
    const answer = await transcribe(server.url + end)
    expect('cues' in answer && answer.cues.map((cue) => ({ ...cue, text: cue.text.trim() }))).toEqual(heard)
    expect(server.asked).toEqual([
      {
        method: 'POST',
        path: '/v1/audio/transcriptions',
        key: `Bearer ${settings.key}`,
        model: 'whisper-small',
        language: 'de',
        format: 'verbose_json',
        seconds: 2,
        channels: 1,
        rate: 16_000,
      },
    ])
  },
)

test.each([
  ['refuses verbose_json', unknownFormat],
  ['answers with the text alone', { body: '{"text":"Two counters. Both count."}' }],
  ['answers half a document', { body: '{"segments":[{"start":0,' }],
])('a server that %s is asked for WebVTT', async (_, first) => {
  const server = await startTranscriber(({ format }) => (format === 'vtt' ? vttAnswer : first))
  expect(await transcribe(server.url)).toMatchObject({ cues: heard })
  expect(server.asked.map(({ format }) => format)).toEqual(['verbose_json', 'vtt'])
})

test('a server that answers WebVTT at once is not asked twice', async () => {
  const server = await startTranscriber(() => vttAnswer)
  expect(await transcribe(server.url)).toMatchObject({ cues: heard })
  expect(server.asked).toHaveLength(1)
})

test('a server without a key gets none', async () => {
  const server = await startTranscriber(() => verboseAnswer)
  const transcriber = createTranscriber({ url: server.url, model: '', key: undefined })
  await transcriber.transcribe(twoSeconds, 'en', new AbortController().signal)
  expect(server.asked).toMatchObject([{ key: undefined, model: undefined }])
})

test.each<[string, TranscriberAnswer]>([
  ['transcriber-silent', { status: 503, body: 'loading the model' }],
  ['transcriber-silent', { status: 429, body: '' }],
  ['transcriber-silent', { ...verboseAnswer, cut: true }],
  ['transcriber-denied', { status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' }],
  ['transcriber-unknown', { status: 404, body: '{"detail":"Model not found"}' }],
  ['transcriber-wrong', { status: 400, body: '{}' }],
  ['transcriber-wrong', { status: 200, type: 'text/html', body: '<!doctype html><title>Log in</title>' }],
  ['transcriber-wrong', { status: 302, body: '' }],
])('it is %s where the server answers %o', async (failed, answer) => {
  const server = await startTranscriber(() => answer)
  expect(await transcribe(server.url)).toEqual({ failed, reason: expect.not.stringContaining(settings.key) })
})

test('a slow server is waited for', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<TranscriberAnswer>()
  const server = await startTranscriber(() => late)
  const waiting = transcribe(server.url)
  await expect.poll(() => server.asked.length).toBe(1)
  answer(verboseAnswer)
  expect(await waiting).toHaveProperty('cues')
})

test('a server that takes too long is given up', async () => {
  const server = await startTranscriber(() => new Promise(() => {}))
  expect(await transcribe(server.url, 50)).toEqual({ failed: 'transcriber-silent', reason: 'ABORT_ERR' })
})

test('a server that is down is silent', async () => {
  expect(await transcribe('http://127.0.0.1:1')).toEqual({
    failed: 'transcriber-silent',
    reason: 'ECONNREFUSED',
  })
})

test('an answer without an end is given up', async () => {
  const server = await startTranscriber(() => ({ body: 'x'.repeat(17 * 1024 * 1024) }))
  expect(await transcribe(server.url)).toMatchObject({ failed: 'transcriber-silent' })
})

test('who stops it gets the reason', async () => {
  const stop = new AbortController()
  const server = await startTranscriber(() => new Promise(() => {}))
  const waiting = transcribe(server.url, undefined, stop.signal)
  await expect.poll(() => server.asked.length).toBe(1)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
