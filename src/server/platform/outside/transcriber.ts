import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as z from 'zod/mini'
import { plainCueText } from '#domain/catalogue/cue-text.ts'
import type { TimedCue } from '#domain/catalogue/spoken-cues.ts'
import { webVttCues } from '#domain/catalogue/web-vtt.ts'
import { soundRate } from '#domain/films/quiet-cut.ts'

/** `url`: what comes before `/v1/audio/transcriptions`. */
export type TranscriberSettings = {
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

/**
 * What was heard in a piece of sound, as plain texts with times in it; or why nothing came. `transcriber-silent`: no whole answer, or
 * that it is busy; it may answer later. `transcriber-denied`: the key is refused. `transcriber-unknown`: no such address or model. `transcriber-wrong`: an
 * answer that cannot be read. `reason` is for the log, without secrets and without what was said.
 */
export type Heard =
  | { readonly cues: readonly TimedCue[] }
  | {
      readonly failed:
        | 'transcriber-silent'
        | 'transcriber-denied'
        | 'transcriber-unknown'
        | 'transcriber-wrong'
      readonly reason: string
    }

export type Transcriber = {
  /** @param language BCP 47. Throws only the reason of an aborted `signal`. */
  transcribe(samples: Int16Array, language: string, signal: AbortSignal): Promise<Heard>
}

/** Hours, because a large model on two cores is slower than the speaker. */
const longestMs = 2 * 3_600_000

/** Far more than five minutes of speech with the probabilities of each word. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * A server that speaks OpenAI's `POST /v1/audio/transcriptions`, such as Speaches (faster-whisper), whisper.cpp or LocalAI. Asks for
 * `verbose_json`, and for `vtt` where the server does not have that.
 */
export function createTranscriber(settings: TranscriberSettings, timeoutMs = longestMs): Transcriber {
  return {
    async transcribe(samples, language, signal) {
      const sound = waveFile(samples)
      const asked = await ask(settings, { sound, language, format: 'verbose_json' }, timeoutMs, signal)
      if ('failed' in asked) return asked
      const heard = readAnswer(asked)
      if ('cues' in heard || heard.failed !== 'transcriber-wrong') return heard
      const other = await ask(settings, { sound, language, format: 'vtt' }, timeoutMs, signal)
      return 'failed' in other ? other : readAnswer(other)
    },
  }
}

type Answer = { readonly status: number; readonly text: string }
type Question = {
  readonly sound: Buffer
  readonly language: string
  readonly format: 'verbose_json' | 'vtt'
}

/** By node:http: `fetch` gives up after five minutes without a header. Redirects are not followed, because of the key. */
async function ask(
  { url, model, key }: TranscriberSettings,
  { sound, language, format }: Question,
  timeoutMs: number,
  stopped: AbortSignal,
): Promise<Answer | Extract<Heard, { failed: string }>> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(sound)], { type: 'audio/wav' }), 'sound.wav')
  if (model) form.set('model', model)
  // engines know languages without countries
  form.set('language', language.split('-')[0] ?? language)
  form.set('response_format', format)
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const address = new URL(`${url.replace(/\/v1$/, '')}/v1/audio/transcriptions`)
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const sent = request(
        address,
        {
          method: 'POST',
          agent: false,
          signal,
          headers: {
            'content-type': encoded.headers.get('content-type') ?? '',
            'content-length': body.length,
            accept: 'application/json, text/vtt, text/plain',
            'user-agent': 'Lectern',
            ...(key !== undefined && { authorization: `Bearer ${key}` }),
          },
        },
        (response) => {
          const parts: Buffer[] = []
          let bytes = 0
          response.on('data', (part: Buffer) => {
            bytes += part.length
            if (bytes > maxAnswerBytes) response.destroy(new RangeError('the answer is too large'))
            else parts.push(part)
          })
          response.on('end', () =>
            response.complete
              ? resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') })
              : reject(new Error('the answer breaks off')),
          )
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  } catch (error) {
    stopped.throwIfAborted()
    // only the kind: a message may repeat the address
    const { name = 'Error', code } = error as NodeJS.ErrnoException
    return { failed: 'transcriber-silent', reason: code ?? name }
  }
}

/** Of `verbose_json`, what is used; some servers write times as texts. */
const Verbose = z.object({
  segments: z.array(z.object({ start: z.coerce.number(), end: z.coerce.number(), text: z.string() })),
})

function readAnswer({ status, text }: Answer): Heard {
  const reason = `status ${status}`
  if (status === 401 || status === 403) return { failed: 'transcriber-denied', reason }
  if (status === 404) return { failed: 'transcriber-unknown', reason }
  if (status === 408 || status === 429 || status >= 500) return { failed: 'transcriber-silent', reason }
  if (status !== 200) return { failed: 'transcriber-wrong', reason }
  if (/^\uFEFF?WEBVTT/.test(text))
    return { cues: webVttCues(text).map((cue) => ({ ...cue, text: plainCueText(cue.text) })) }
  const read = Verbose.safeParse(jsonOf(text))
  if (!read.success) return { failed: 'transcriber-wrong', reason: 'an answer without times' }
  const { segments } = read.data
  return { cues: segments.map(({ start, end, text: said }) => cueOf(start, end, said)) }
}

function cueOf(startSeconds: number, endSeconds: number, text: string): TimedCue {
  return { startSeconds, endSeconds, text }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const headerBytes = 44
const sampleBytes = 2

/** Returns mono samples at `soundRate` as a WAV file (RIFF, PCM of 16 bits). */
function waveFile(samples: Int16Array): Buffer {
  const bytes = samples.length * sampleBytes
  const file = Buffer.alloc(headerBytes + bytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(headerBytes - 8 + bytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  // PCM, one channel
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(soundRate, 24)
  file.writeUInt32LE(soundRate * sampleBytes, 28)
  file.writeUInt16LE(sampleBytes, 32)
  file.writeUInt16LE(sampleBytes * 8, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(bytes, 40)
  Buffer.from(samples.buffer, samples.byteOffset, bytes).copy(file, headerBytes)
  return file
}
